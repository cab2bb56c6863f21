import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTableDesk, type TableDesk } from '../../platform/tables/table-desk.ts';
import { nameFile } from '../../platform/http/name-file.ts';
import { actOnSims, renewSims } from './act-on-sims.ts';
import { exportSims } from './export-sims.ts';
import { importSims } from './import-sims.ts';
import { listSims } from './list-sims.ts';
import { deleteSims, editSims } from './several-sims.ts';
import { simTemplate } from './sim-template.ts';
import { updateSim } from './update-sim.ts';

export function registerSimsRoutes(
  server: HttpServer,
  platform: Platform,
  desk: TableDesk = createTableDesk(platform),
): void {
  registerRoute(server, 'listSims', ({ actor }, { query }) => listSims(platform, actor, query));
  registerRoute(server, 'exportSims', (context, { query }, { reply }) =>
    sendFile(server, { context, name: 'exportSims', reply, isWritten: true }, async (readPart) => {
      const content = await exportSims(platform, context, { query, readPart });
      nameFile(reply, 'sim-cards', query.format);
      return content;
    }),
  );
  registerRoute(server, 'getSimTemplate', (context, { query: { format } }, { reply }) =>
    sendFile(server, { context, name: 'getSimTemplate', reply }, async () => {
      nameFile(reply, 'sim-cards-template', format);
      return simTemplate(platform.text, context.language, format);
    }),
  );
  registerRoute(server, 'importSims', (context, { query }, exchange) =>
    importSims(platform, desk, context, { ...query, ...exchange }),
  );
  registerRoute(server, 'updateSim', (context, { params, body }) =>
    updateSim(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'editSims', (context, { body }) => editSims(platform, context, body));
  registerRoute(server, 'deleteSims', (context, { body }) => deleteSims(platform, context, body));
  registerRoute(server, 'renewSims', (context, { body }) => renewSims(platform, context, body));
  registerRoute(server, 'actOnSims', (context, { body }) => actOnSims(platform, context, body));
}
