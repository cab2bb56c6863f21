import { nameFile } from '../../platform/http/name-file.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TownAtlas } from '../towns/index.ts';
import { getBatch } from './batch-view.ts';
import { checkBatch } from './check-batch.ts';
import { stationTemplate } from './station-template.ts';
import { startBatch } from './start-batch.ts';
import { createTableDesk, type TableDesk } from '../../platform/tables/table-desk.ts';

interface Means {
  towns: Pick<TownAtlas, 'elevations'>;
  desk?: TableDesk;
}

export function registerStationBatchesRoutes(
  server: HttpServer,
  platform: Platform,
  { towns, desk = createTableDesk(platform) }: Means,
): void {
  registerRoute(server, 'checkStationBatch', (context, _, exchange) =>
    checkBatch(platform, { desk, towns }, { context, ...exchange }),
  );
  registerRoute(server, 'getStationTemplate', (context, { query: { format } }, { reply }) =>
    sendFile(server, { context, name: 'getStationTemplate', reply }, async () => {
      nameFile(reply, 'stations-template', format);
      return stationTemplate(platform.text, context.language, format);
    }),
  );
  registerRoute(server, 'startStationBatch', (context, { params, body }) =>
    startBatch(platform, context, { id: params.id, organisationId: body.organisationId }),
  );
  registerRoute(server, 'getStationBatch', ({ actor }, { params }) =>
    getBatch(platform.db, actor, params.id),
  );
}
