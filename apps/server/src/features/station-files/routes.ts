import { AppError } from '../../platform/errors.ts';
import { admitStill } from '../../platform/http/admit.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendKept } from '../../platform/http/send-kept.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPictureReader } from '../../platform/kept-files/picture-reader.ts';
import { createTurns } from '../../platform/turns.ts';
import { addFile } from './add-file.ts';
import { findFile, listCovers, listFiles } from './file-view.ts';
import { removeFile } from './remove-file.ts';

/** Pictures that are drawn at a time: each takes a processor for a second and up to 250 MB. */
const DRAWN_AT_ONCE = 2;

export function registerStationFilesRoutes(
  server: HttpServer,
  platform: Platform,
  reader = createPictureReader(),
): void {
  const turns = createTurns({ atOnce: DRAWN_AT_ONCE, ofOne: 1, waitingEach: 10, leastFirst: true });
  registerRoute(server, 'listStationFiles', ({ actor }, { params }) =>
    listFiles(platform.db, actor, params.id),
  );
  registerRoute(server, 'listStationCovers', ({ actor }, { query }) =>
    listCovers(platform.db, actor, query.ids),
  );
  registerRoute(server, 'addStationFile', (context, { params, query }, exchange) =>
    addFile(platform, { turns, reader }, context, {
      stationId: params.id,
      deviceId: query.deviceId,
      kind: params.kind,
      ...exchange,
      judge: () => admitStill(server, 'addStationFile', exchange.request),
      inTurn: (work) => server.people.lookUp(senderOf(context), 'addStationFile', work),
    }),
  );
  registerRoute(server, 'removeStationFile', async (context, { params }) => {
    await removeFile(platform, context, { stationId: params.id, fileId: params.fileId });
    return null;
  });
  registerRoute(server, 'getStationFile', (context, { params }, { reply }) =>
    sendKept(server, platform, {
      context,
      name: 'getStationFile',
      reply,
      find: () => findFile(platform.db, context.actor, { stationId: params.id, fileId: params.fileId }),
      // A cover may have been taken away since its row was read.
      gone: () => new AppError('stationFileNotFound', { id: params.fileId }),
    }),
  );
}
