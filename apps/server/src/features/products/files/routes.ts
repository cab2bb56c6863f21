import { AppError } from '../../../platform/errors.ts';
import { admitStill } from '../../../platform/http/admit.ts';
import { registerRoute } from '../../../platform/http/register-route.ts';
import { sendKept } from '../../../platform/http/send-kept.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { senderOf } from '../../../platform/http/work-of-people.ts';
import { createPictureReader, type PictureReader } from '../../../platform/kept-files/picture-reader.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createTurns } from '../../../platform/turns.ts';
import { addFile } from './add-file.ts';
import { findFile, listFiles } from './file-view.ts';
import { removeFile } from './remove-file.ts';

export function registerProductFilesRoutes(
  server: HttpServer,
  platform: Platform,
  reader: PictureReader = createPictureReader(),
): void {
  // Libraries are filled by few people; each picture takes a processor for a second.
  const turns = createTurns({ atOnce: 1, ofOne: 1, waitingEach: 10, leastFirst: true });
  registerRoute(server, 'listProductFiles', ({ actor }, { params }) =>
    listFiles(platform.db, actor, params.id),
  );
  registerRoute(server, 'addProductFile', (context, { params }, exchange) =>
    addFile(platform, { turns, reader }, context, {
      productId: params.id,
      kind: params.kind,
      ...exchange,
      judge: () => admitStill(server, 'addProductFile', exchange.request),
      inTurn: (work) => server.people.lookUp(senderOf(context), 'addProductFile', work),
    }),
  );
  registerRoute(server, 'removeProductFile', (context, { params }) =>
    removeFile(platform, context, { productId: params.id, fileId: params.fileId }),
  );
  registerRoute(server, 'getProductFile', (context, { params }, { reply }) =>
    sendKept(server, platform, {
      context,
      name: 'getProductFile',
      reply,
      find: () => findFile(platform.db, context.actor, { productId: params.id, fileId: params.fileId }),
      gone: () => new AppError('productFileNotFound', { id: params.fileId }),
    }),
  );
}
