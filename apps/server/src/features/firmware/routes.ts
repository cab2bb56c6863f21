import { admitStill } from '../../platform/http/admit.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { createFirmware } from './create-firmware.ts';
import { deleteFirmware } from './delete-firmware.ts';
import { findImage } from './find-image.ts';
import { createFirmwareKey, listFirmwareKeys, revokeFirmwareKey } from './firmware-keys.ts';
import { getFirmware } from './firmware-view.ts';
import { listFirmware } from './list-firmware.ts';
import { listNewerFirmware } from './newer-firmware.ts';
import { moveFirmware } from './move-firmware.ts';
import { updateFirmware } from './update-firmware.ts';
import { registerUpgradeRoutes } from './upgrades/routes.ts';
import { uploadImage } from './upload-image.ts';

/** Images that come at a time. */
const UPLOADS = 8;

export function registerFirmwareRoutes(server: HttpServer, platform: Platform): void {
  registerUpgradeRoutes(server, platform);
  registerRoute(server, 'listFirmware', ({ actor }, { query }) => listFirmware(platform, actor, query));
  registerRoute(server, 'listNewerFirmware', ({ actor }, { query }) =>
    listNewerFirmware(platform.db, actor, query.ids),
  );
  registerRoute(server, 'getFirmware', ({ actor }, { params }) => getFirmware(platform.db, actor, params.id));
  registerRoute(server, 'getFirmwareFile', (context, { params }, { reply }) =>
    sendFile(server, { context, name: 'getFirmwareFile', reply }, async () => {
      const { file, fileName, bytes } = await findImage(platform, context.actor, params.id);
      reply
        .type('application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store');
      return platform.files.read(file);
    }),
  );
  const turns = createTurns({ atOnce: UPLOADS, ofOne: 1, waitingEach: 2 });
  registerRoute(server, 'uploadFirmware', (context, _input, exchange) =>
    turns.take(senderOf(context).person, () =>
      uploadImage(platform, {
        ...exchange,
        judge: () => admitStill(server, 'uploadFirmware', exchange.request),
        inTurn: (work) => server.people.lookUp(senderOf(context), 'uploadFirmware', work),
      }),
    ),
  );
  registerRoute(server, 'createFirmware', (context, { body }) => createFirmware(platform, context, body));
  registerRoute(server, 'updateFirmware', (context, { params, body }) =>
    updateFirmware(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'moveFirmware', (context, { params, body }) =>
    moveFirmware(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'deleteFirmware', (context, { params }) =>
    deleteFirmware(platform, context, params.id),
  );
  registerRoute(server, 'listFirmwareKeys', () => listFirmwareKeys(platform.db));
  registerRoute(server, 'createFirmwareKey', (context, { body }) =>
    createFirmwareKey(platform, context, body),
  );
  registerRoute(server, 'revokeFirmwareKey', (context, { params, body }) =>
    revokeFirmwareKey(platform, context, { id: params.id, reason: body.reason }),
  );
}
