import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import type { TownAtlas } from '../towns/index.ts';
import { getBatch } from './batch-view.ts';
import { checkBatch } from './check-batch.ts';
import { stationTemplate } from './station-template.ts';
import { startBatch } from './start-batch.ts';
import { createTableReader, type TableReader } from '../../platform/tables/read/table-reader.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface Means {
  towns: Pick<TownAtlas, 'elevations'>;
  reader?: TableReader | undefined;
}

export function registerStationBatchesRoutes(
  server: HttpServer,
  platform: Platform,
  { towns, reader = createTableReader() }: Means,
): void {
  // A table that waits for its turn is held in memory.
  const turns = createTurns({ atOnce: 2, ofOne: 1, waitingEach: 2, waitingInAll: 20 });
  registerRoute(server, 'checkStationBatch', (context, _, exchange) =>
    checkBatch(platform, { turns, reader, towns }, { context, ...exchange }),
  );
  registerRoute(server, 'getStationTemplate', (context, { query: { format } }, { reply }) =>
    sendFile(server, { context, name: 'getStationTemplate', reply }, async () => {
      reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="stations-template.${format}"`)
        .header('cache-control', 'no-store');
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
