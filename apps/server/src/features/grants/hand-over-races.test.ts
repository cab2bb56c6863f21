import { afterAll, expect, test, vi } from 'vitest';
import { openApi, type Answer, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { registerAlarmsRoutes } from '../alarms/index.ts';
import { mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from '../devices/index.ts';
import { noteConnection, registerLinksRoutes } from '../links/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerGrantsRoutes,
  registerDevicesRoutes,
  registerLinksRoutes,
  registerStationsRoutes,
  registerAlarmsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOME = '198.51.100.7';

/** A station with a device and a V5 logger, which its owner has offered to somebody else. */
async function scene() {
  const [first, next] = [await someone('owner'), await someone('owner')];
  const { organisationId } = first;
  const station = await makeStation(platform, { organisationId: organisationId!, ownerId: first.user.id });
  const home = { stationId: station.id, organisationId };
  const device = await makeDevice(platform, { ...home, ...storeDeviceSecret(mintDeviceSecret()) });
  const logger = await makeDevice(platform, { kind: 'logger', ...home });
  await noteConnection(platform, logger.id, { connection: `c${logger.id}`, address: HOME, replaces: false });
  const at = new Date(platform.clock.now());
  const label = await platform.db
    .insertInto('labels')
    .values({ organisationId: organisationId!, name: 'Roofs', description: '', color: '#0055AA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fault = {
    type: 'deviceFault',
    code: 'F18',
    level: 'general',
    textKey: 'faults.platform.code',
  } as const;
  const alarm = await platform.db
    .insertInto('alarms')
    .values({ ...fault, stationId: station.id, deviceId: device.id, beganAt: at, lastSeenAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db
    .insertInto('discoveredDevices')
    .values({ loggerId: logger.id, sn: device.sn, kind: device.kind, firstSeenAt: at, lastSeenAt: at })
    .execute();
  await first.post(`/stations/${station.id}/hand-over`, { account: next.user.email });
  const [offer] = (await next.get('/hand-overs')).data;
  return {
    first,
    next,
    station,
    device,
    logger,
    label: label.id,
    alarm: alarm.id,
    offerId: offer.id as number,
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** What somebody asks for while the offer is being accepted, which has come as far as it uses a table. */
async function meanwhile(
  { next, offerId }: Scene,
  lock: 'outbox IN SHARE ROW EXCLUSIVE MODE' | 'grants IN ACCESS EXCLUSIVE MODE',
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const gate = await platform.pool.connect();
  await gate.query(`BEGIN; LOCK TABLE ${lock}`);
  const accepting = next.post(`/hand-overs/${offerId}/accept`);
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 1);
  let answered = false;
  const asked = ask().finally(() => (answered = true));
  await vi.waitUntil(async () => answered || (await waitingForLocks(platform)) === 2);
  await gate.query('COMMIT');
  gate.release();
  expect((await accepting).code).toBe(200);
  return asked;
}

const requests: readonly [string, (client: Client, scene: Scene) => Promise<Answer>][] = [
  ['make a new secret', (client, { device }) => client.post(`/devices/${device.id}/secret/rotate`)],
  ['end the old secret', (client, { device }) => client.post(`/devices/${device.id}/secret/end-old`)],
  ['revoke a device', (client, { device }) => client.post(`/devices/${device.id}/secret/revoke`)],
  ['unbind a device', (client, { device }) => client.post(`/devices/${device.id}/unbind`)],
  [
    'have a connection believed',
    (client, { logger }) =>
      client.post(`/devices/${logger.id}/connection/trust`, { network: '198.51.100.0/24' }),
  ],
  [
    'say where a logger connects from',
    (client, { logger }) => client.put(`/devices/${logger.id}/networks`, { networks: ['203.0.113.0/24'] }),
  ],
  [
    'hang a device on the logger that names it',
    (client, { logger, device }) => client.post(`/devices/${logger.id}/discovered/accept`, { sn: device.sn }),
  ],
  [
    'decline a device that a logger names',
    (client, { logger, device }) =>
      client.post(`/devices/${logger.id}/discovered/decline`, { sn: device.sn }),
  ],
  [
    'decline all devices that a logger names',
    (client, { logger }) => client.post(`/devices/${logger.id}/discovered/decline-all`),
  ],
  [
    'add a device',
    (client, { station, device }) =>
      client.post(`/stations/${station.id}/devices`, { sn: `${device.sn}-MORE`, kind: 'meter' }),
  ],
  [
    'label the station',
    (client, { station, label }) => client.put(`/stations/${station.id}/labels`, { labelIds: [label] }),
  ],
  [
    'label a device',
    (client, { device, label }) => client.put(`/devices/${device.id}/labels`, { labelIds: [label] }),
  ],
  ['confirm an alarm', (client, { alarm }) => client.post('/alarms/confirm', { ids: [alarm] })],
  [
    'note something of an alarm',
    (client, { alarm }) => client.post(`/alarms/${alarm}/notes`, { text: 'Mine' }),
  ],
  [
    'take the station back into an organisation of their own',
    (client, { station }) => client.put(`/stations/${station.id}/organisation`, { organisationCode: null }),
  ],
  [
    'open the station to visitors',
    (client, { station }) => client.put(`/stations/${station.id}/visitors`, { shared: true }),
  ],
];

/** All that the requests could change. */
async function stateOf({ station, device, logger, alarm, label }: Scene) {
  const { db } = platform;
  const row = (id: number) => db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    station: await db.selectFrom('stations').selectAll().where('id', '=', station.id).executeTakeFirst(),
    devices: await db
      .selectFrom('devices')
      .select('id')
      .where('stationId', '=', station.id)
      .orderBy('id')
      .execute(),
    device: await row(device.id),
    logger: await row(logger.id),
    labelled: [
      ...(await db.selectFrom('stationLabels').select('labelId').where('labelId', '=', label).execute()),
      ...(await db.selectFrom('deviceLabels').select('labelId').where('labelId', '=', label).execute()),
    ],
    alarm: await db.selectFrom('alarms').select('handling').where('id', '=', alarm).executeTakeFirst(),
    steps: await db.selectFrom('alarmSteps').select('kind').where('alarmId', '=', alarm).execute(),
    named: await db
      .selectFrom('discoveredDevices')
      .select(['sn', 'declined'])
      .where('loggerId', '=', logger.id)
      .execute(),
    link: await db
      .selectFrom('loggerConnections')
      .selectAll()
      .where('deviceId', '=', logger.id)
      .executeTakeFirst(),
  };
}

test.each(requests)(
  'who gave a station away does not %s in the moment in which it is accepted',
  async (_name, ask) => {
    const made = await scene();
    // The last thing that accepting does is a message to who offered the station.
    const lock = 'outbox IN SHARE ROW EXCLUSIVE MODE';
    const answer = await meanwhile(made, lock, () => ask(made.first, made));
    expect(answer.error).toMatch(/^(alarm|device|station)NotFound$/);
    const after = await stateOf(made);
    expect(after.station).toMatchObject({ ownerId: made.next.user.id, shared: false });
    expect(after.devices.map(({ id }) => id)).toEqual([made.device.id, made.logger.id]);
    const { id: stationId } = made.station;
    expect(after.device).toMatchObject({ stationId, secretRevokedAt: null, parentId: null });
    expect(after).toMatchObject({ labelled: [], alarm: { handling: 'unhandled' }, steps: [] });
    expect(after.named).toEqual([{ sn: made.device.sn, declined: false }]);
    expect(after.link).toMatchObject({ doubt: 'first', trustedNetwork: null, allowedNetworks: [] });
    const renewals = await platform.db
      .selectFrom('auditLog')
      .select('userId')
      .where('action', '=', 'devices.renewSecret')
      .where('objectId', '=', String(made.device.id))
      .execute();
    expect(renewals).toEqual([{ userId: made.next.user.id }]);
  },
);

test('who takes a station over and creates another one at the same moment has both', async () => {
  const made = await scene();
  const personal = [made.first.organisationId, made.next.organisationId];
  await platform.db
    .updateTable('organisations')
    .set({ type: 'personal' })
    .where('id', 'in', personal)
    .execute();
  const place = { name: 'New', type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 };
  const answer = await meanwhile(made, 'grants IN ACCESS EXCLUSIVE MODE', () =>
    made.next.post('/stations', place),
  );
  expect(answer).toMatchObject({ code: 200, data: { name: 'New' } });
  expect((await stateOf(made)).station).toMatchObject({ organisationId: made.next.organisationId });
});
