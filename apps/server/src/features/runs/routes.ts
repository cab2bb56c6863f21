import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { resumeRun, retryRun, stopRun, suspendRun } from './direct-run.ts';
import { exportRun } from './export-run.ts';
import { getRun } from './get-run.ts';
import { listRuns } from './list-runs.ts';
import { listStationRuns } from './list-station-runs.ts';
import { listRunDevices } from './list-run-devices.ts';

const TEXT = 'text/csv; charset=utf-8';

export function registerRunsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getRun', ({ actor }, { params }) => getRun(platform, actor, params.id));
  registerRoute(server, 'listRuns', ({ actor }, { query }) => listRuns(platform, actor, query));
  registerRoute(server, 'listStationRuns', ({ actor }, { params, query }) =>
    listStationRuns(platform, actor, params.id, query),
  );
  registerRoute(server, 'listRunDevices', ({ actor }, { params, query }) =>
    listRunDevices(platform, actor, params.id, query),
  );
  registerRoute(server, 'exportRun', (context, { params, query }, { reply }) =>
    sendFile(server, { context, name: 'exportRun', reply, isWritten: true }, async (readPart) => {
      const content = await exportRun(platform, context, { id: params.id, ...query, readPart });
      reply
        .type(TEXT)
        .header('content-disposition', 'attachment; filename="run.csv"')
        .header('cache-control', 'no-store');
      return content;
    }),
  );
  const verbs = { stopRun, suspendRun, resumeRun, retryRun };
  for (const name of ['stopRun', 'suspendRun', 'resumeRun', 'retryRun'] as const)
    registerRoute(server, name, async (context, { params }) => {
      await verbs[name](platform, context, params.id);
      return null;
    });
}
