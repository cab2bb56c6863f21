import { registerProposedRoute } from '../../platform/http/register-proposed-route.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createInstruction, deleteInstruction, updateInstruction } from './edit-instructions.ts';
import { createSet, deleteSet, updateSet } from './edit-sets.ts';
import { listInstructions, listSets } from './list-instructions.ts';
import { runSet, showRun, startSet, type ShownRun } from './run-set.ts';

export function registerInstructionsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listInstructions', ({ actor }, { query }) =>
    listInstructions(platform, actor, query),
  );
  registerRoute(server, 'createInstruction', (context, { body }) =>
    createInstruction(platform, context, body),
  );
  registerRoute(server, 'updateInstruction', (context, { params, body }) =>
    updateInstruction(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'deleteInstruction', async (context, { params }) => {
    await deleteInstruction(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'listInstructionSets', ({ actor }, { query }) => listSets(platform, actor, query));
  registerRoute(server, 'createInstructionSet', (context, { body }) => createSet(platform, context, body));
  registerRoute(server, 'updateInstructionSet', (context, { params, body }) =>
    updateSet(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'deleteInstructionSet', async (context, { params }) => {
    await deleteSet(platform, context, params.id);
    return null;
  });
  registerRuns(server, platform);
}

function registerRuns(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'runInstructionSet', (context, { params, body }) =>
    runSet(platform, context, { ...body, setId: params.id, approved: false }),
  );
  const { clock } = platform;
  registerProposedRoute(server, 'runDangerousSet', {
    check: (context, { params, body }) =>
      showRun(platform, context, { ...body, setId: params.id, dryRun: false, approved: true }),
    run(trx, context, input) {
      const { params, body, shown } = input as typeof input & { shown: ShownRun };
      const run = { ...body, setId: params.id, dryRun: false, approved: true, shown };
      return startSet({ trx, clock }, context, run);
    },
  });
}
