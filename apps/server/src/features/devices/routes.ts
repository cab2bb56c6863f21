import { registerRoute } from '../../platform/http/register-route.ts';
import { nameFile } from '../../platform/http/name-file.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { addAndRemove, replaceWith } from '../labels/index.ts';
import { addDevice } from './add-device.ts';
import { addDevices } from './add-devices.ts';
import { createBoards } from './board/ask-board.ts';
import { blockDevices } from './block-devices.ts';
import { checkBatch } from './check-batch.ts';
import { checkDevices } from './check-devices.ts';
import { acceptDiscovered, declineAllDiscovered, declineDiscovered } from './decide-discovered.ts';
import { editDevice } from './edit-device.ts';
import { endOldSecret, revokeSecret } from './end-secret.ts';
import { exportDevices } from './export-devices.ts';
import { getDevice } from './get-device.ts';
import { getEndpoints } from './get-endpoints.ts';
import { createDeviceCounts } from './count-devices.ts';
import { getSecret } from './get-secret.ts';
import { labelDevices } from './label-devices.ts';
import { listDevices } from './list-devices.ts';
import { listDiscovered } from './list-discovered.ts';
import { listProfiles } from './list-profiles.ts';
import { listReplacements } from './list-replacements.ts';
import { lookUpSerial, lookUpSerials } from './look-up.ts';
import { moveDevice } from './move-device.ts';
import { replaceDevice } from './replace-device.ts';
import { rotateSecret } from './rotate-secret.ts';
import { limitSerialGuesses } from './serial-guesses.ts';
import { setParent } from './set-parent.ts';
import { unbindDevice } from './unbind-device.ts';

export function registerDevicesRoutes(server: HttpServer, platform: Platform): void {
  const countDevices = createDeviceCounts(platform);
  const boards = createBoards(platform);
  registerRoute(server, 'listDevices', ({ actor }, { query }) =>
    listDevices({ ...platform, countDevices, boards }, actor, query),
  );
  registerRoute(server, 'exportDevices', (context, { query }, { reply }) =>
    sendFile(server, { context, name: 'exportDevices', reply, isWritten: true }, async (readPart) => {
      const content = await exportDevices(platform, context, { query, readPart });
      nameFile(reply, 'devices', query.format);
      return content;
    }),
  );
  registerRoute(server, 'listDeviceProfiles', ({ actor }) => listProfiles(platform, actor));
  registerRoute(server, 'getDevice', ({ actor }, { params }) => getDevice(platform, actor, params.id));
  registerRoute(server, 'addDevice', (context, { params, body }) =>
    limitSerialGuesses(platform, context, {
      route: 'addDevice',
      sn: body.sn,
      work: () => addDevice(platform, context, { stationId: params.id, device: body }),
    }),
  );
  registerRoute(server, 'checkDevices', (context, { params, body }) =>
    checkDevices(platform, context, { stationId: params.id, sns: body.sns }),
  );
  registerRoute(server, 'addDevices', (context, { params, body }) =>
    addDevices(platform, context, { stationId: params.id, ...body }),
  );
  registerRoute(server, 'listDiscoveredDevices', ({ actor }, { params }) =>
    listDiscovered(platform, actor, params.id),
  );
  registerRoute(server, 'acceptDiscoveredDevice', async (context, { params, body }) => {
    const decision = { loggerId: params.id, sn: body.sn };
    await limitSerialGuesses(platform, context, {
      route: 'acceptDiscoveredDevice',
      sn: body.sn,
      work: () => acceptDiscovered(platform, context, decision),
    });
    return null;
  });
  registerRoute(server, 'declineDiscoveredDevice', async (context, { params, body }) => {
    await declineDiscovered(platform, context, { loggerId: params.id, sn: body.sn });
    return null;
  });
  registerRoute(server, 'getDeviceSecret', ({ actor }, { params }) => getSecret(platform, actor, params.id));
  registerRoute(server, 'getDeviceEndpoints', ({ actor }, { params }, { request }) =>
    getEndpoints(platform, { actor, request }, params.id),
  );
  registerRoute(server, 'rotateDeviceSecret', (context, { params }) =>
    rotateSecret(platform, context, params.id),
  );
  registerRoute(server, 'endOldDeviceSecret', (context, { params }) =>
    endOldSecret(platform, context, params.id),
  );
  registerRoute(server, 'revokeDeviceSecret', (context, { params }) =>
    revokeSecret(platform, context, params.id),
  );
  registerRoute(server, 'editDevice', (context, { params, body: { version, ...fields } }) =>
    editDevice(platform, context, { id: params.id, version, fields }),
  );
  registerRoute(server, 'checkDeviceBatch', (context, { body }) => checkBatch(platform, context, body));
  registerRoute(server, 'lookUpSerial', (context, { body }) => lookUpSerial(platform, context, body.sn));
  registerRoute(server, 'lookUpSerials', (context, { body }) => lookUpSerials(platform, context, body.sns));
  registerRoute(server, 'moveDevice', (context, { params, body }) =>
    moveDevice(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'setDeviceParent', (context, { params, body }) =>
    setParent(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'replaceDevice', (context, { params, body }) =>
    limitSerialGuesses(platform, context, {
      route: 'replaceDevice',
      sn: body.sn,
      work: () => replaceDevice(platform, context, { id: params.id, ...body }),
    }),
  );
  registerRoute(server, 'listDeviceReplacements', ({ actor }, { params }) =>
    listReplacements(platform, actor, params.id),
  );
  registerRoute(server, 'blockDevices', (context, { body }) =>
    blockDevices(platform, context, { ...body, blocked: true }),
  );
  registerRoute(server, 'unblockDevices', (context, { body }) =>
    blockDevices(platform, context, { ...body, blocked: false }),
  );
  registerRoute(server, 'unbindDevice', (context, { params }) => unbindDevice(platform, context, params.id));
  registerRoute(server, 'declineDiscoveredDevices', async (context, { params }) => ({
    declined: await declineAllDiscovered(platform, context, params.id),
  }));
  registerRoute(server, 'labelDevice', async (context, { params, body }) => {
    await labelDevices(platform, context, { ids: [params.id], ...replaceWith(body) });
    return null;
  });
  registerRoute(server, 'labelDevices', async (context, { body }) => ({
    changed: await labelDevices(platform, context, { ids: body.ids, ...addAndRemove(body) }),
  }));
}
