import { AppError } from '../../../platform/errors.ts';
import { bearerOf } from '../../../platform/http/admit.ts';
import { registerProposedRoute } from '../../../platform/http/register-proposed-route.ts';
import { registerRoute } from '../../../platform/http/register-route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Platform } from '../../../platform/platform.ts';
import { retryUpgrade, stopUpgrade } from './direct-upgrade.ts';
import { listDeviceUpgrades } from './list-device-upgrades.ts';
import { createImageDoor } from './serve-image.ts';
import { checkUpgrade, showUpgrade, startUpgrade, type ShownUpgrade } from './start-upgrade.ts';
import { getUpgrade, listUpgradeDevices, listUpgrades } from './upgrade-view.ts';

/** Upgrades for people, and the image for the devices of them. */
export function registerUpgradeRoutes(server: HttpServer, platform: Platform): void {
  const door = createImageDoor(platform);
  registerProposedRoute(server, 'startFirmwareUpgrade', {
    check: (context, { body }) => showUpgrade(platform.db, context, body),
    run(trx, context, input) {
      const { body, shown } = input as typeof input & { shown: ShownUpgrade };
      return startUpgrade({ trx, clock: platform.clock }, context, { ...body, shown });
    },
  });
  registerRoute(server, 'checkFirmwareUpgrade', (context, { body }) => checkUpgrade(platform, context, body));
  registerRoute(server, 'listDeviceUpgrades', ({ actor }, { params, query }) =>
    listDeviceUpgrades(platform, actor, params.id, query),
  );
  registerRoute(server, 'listFirmwareUpgrades', ({ actor }, { query }) =>
    listUpgrades(platform, actor, query),
  );
  registerRoute(server, 'getFirmwareUpgrade', ({ actor }, { params }) =>
    getUpgrade(platform, actor, params.id),
  );
  registerRoute(server, 'listFirmwareUpgradeDevices', ({ actor }, { params, query }) =>
    listUpgradeDevices(platform, actor, { id: params.id, ...query }),
  );
  registerRoute(server, 'stopFirmwareUpgrade', (context, { params }) =>
    stopUpgrade(platform, context, params.id),
  );
  registerRoute(server, 'retryFirmwareUpgrade', (context, { params }) =>
    retryUpgrade(platform, context, params.id),
  );
  registerRoute(server, 'getFirmwareBlock', async (_context, { params }, { request, reply }) => {
    const who = { sn: params.sn, token: bearerOf(request) };
    const { block, from, bytes } = await door.blockFor(who, firstByte(request.headers.range));
    // A device that reads nothing holds no more of these than an answer to a person may.
    server.answers.hold(`device ${params.sn}`, { request, reply }, block.length);
    await reply
      .code(206)
      .type('application/octet-stream')
      .header('content-range', `bytes ${from}-${from + block.length - 1}/${bytes}`)
      .header('cache-control', 'no-store')
      .send(block);
    return undefined as never;
  });
  registerRoute(server, 'reportFirmware', (_context, { params, body }, { request }) =>
    door.reportOf({ sn: params.sn, token: bearerOf(request) }, body),
  );
}

/** The byte from which a device goes on; without a header the first one. Throws AppError `invalidInput`. */
function firstByte(header: string | undefined): number {
  if (header === undefined) return 0;
  const [, first] = /^bytes=(\d{1,12})-\d*$/.exec(header) ?? [];
  if (first === undefined) throw new AppError('invalidInput', { fields: 'range' });
  return Number(first);
}
