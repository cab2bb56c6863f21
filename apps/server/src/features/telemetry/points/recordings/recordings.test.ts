import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../../test/api-kit.ts';
import { testPlatform } from '../../../../../test/harness.ts';
import { knownDevice, makeDevice, makeOrganisation } from '../../../../../test/makers.ts';
import { createBus } from '../../../../platform/bus.ts';
import { startChangeRelay } from '../../../../platform/changes/change-relay.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { createSampleColumns } from '../../../../platform/sample-columns.ts';
import { soleTelemetry } from '../../../../../test/sole-telemetry.ts';
import { openFleet } from '../../../fleet/index.ts';
import { createExpectedOfDay } from '../../../expected-power/index.ts';
import { openTelemetryInput, registerTelemetryRoutes } from '../../index.ts';
import { openRecordings } from './open-recordings.ts';

const platform = await testPlatform();
platform.clock.set(Date.UTC(2026, 5, 21, 10));
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const expectedOf = createExpectedOfDay({ ...platform, fleet: telemetry.fleet });
const api = await openApi(platform, (http) =>
  registerTelemetryRoutes(http, telemetry, { ...input, expectedOf }),
);
afterAll(async () => {
  await api.server.app.close();
  await input.stop();
  await telemetry.stop();
  await fleet.stop();
  await platform.stop();
});

const AT = '/custom-points/recordings';
const DAY = pointByKey('energy.day')!.id;

/** Stores one value as a device reports it, a second after the one before. */
async function report(device: { id: number; sn: string }, values: Record<string, number>) {
  platform.clock.advance(1000);
  const time = platform.clock.now();
  await input.ingest.store(knownDevice({ id: device.id, sn: device.sn }), [{ time, values }], 'mqtt');
}

async function storedOf(device: number) {
  const rows = await platform.samples.query<{ point: number; value: number }>(
    'SELECT point, value FROM samples FINAL WHERE device = {device:UInt32} ORDER BY time, point',
    { device },
  );
  return rows.map(({ point, value }) => [input.points.keyOf(point), value]);
}

/** An administrator with two devices that report `energy.today`. */
async function world() {
  const admin = await api.someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const [first, second] = [
    await makeDevice(platform, { organisationId, name: 'Roof' }),
    await makeDevice(platform, { organisationId }),
  ];
  await fleet.ensure([first.id, second.id]);
  for (const device of [first, second]) await report(device, { 'energy.today': 1 });
  return { admin, organisationId, first, second };
}

const asDay = (deviceId: number | null, unit = 'kWh') => ({
  key: 'energy.today',
  deviceId,
  point: 'energy.day',
  unit,
});

test('from now on, of one device, in the unit of the catalogue, until it is as reported again', async () => {
  const { admin, first, second } = await world();
  expect((await admin.put(AT, asDay(first.id, 'Wh'))).code).toBe(200);
  for (const device of [first, second]) await report(device, { 'energy.today': 1234, 'ac.power': 5 });
  expect(await storedOf(first.id)).toEqual([
    ['energy.today', 1],
    ['ac.power', 5],
    ['energy.day', 1.234],
  ]);
  expect(await storedOf(second.id)).toEqual([
    ['energy.today', 1],
    ['ac.power', 5],
    ['energy.today', 1234],
  ]);
  const latest = await admin.get(`/devices/${first.id}/latest`);
  const found = latest.data.find(({ key }: { key: string }) => key === 'energy.today');
  expect(found).toMatchObject({ value: 1, custom: true, recordedAs: { point: 'energy.day', ofAll: false } });
  expect(found).not.toHaveProperty('recordedBefore');
  await admin.put(AT, { ...asDay(first.id), point: null, unit: '' });
  const ended = platform.clock.now();
  const { data } = await admin.get(`/devices/${first.id}/latest`);
  const again = data.find(({ key }: { key: string }) => key === 'energy.today');
  // So a page knows that the value of energy.day came from this key, and asks again what was meant.
  expect(again).toMatchObject({ recordedBefore: [{ point: 'energy.day', until: ended }] });
  expect(again).not.toHaveProperty('recordedAs');
  await report(first, { 'energy.today': 2000 });
  expect((await storedOf(first.id)).at(-1)).toEqual(['energy.today', 2000]);
  // Its newest value of the catalogue came from the recording that ended: it does not report that by itself.
  expect((await admin.put(AT, asDay(first.id))).code).toBe(200);
});

test('every way in: rows that were written into the open block, and those of an import', async () => {
  const { admin, first } = await world();
  await admin.put(AT, asDay(first.id));
  const id = await input.points.pointId(first.id, 'energy.today');
  const open = input.ingest.open();
  open.add(first.id, id, platform.clock.now() + 1, 7);
  await open.commit();
  const file = createSampleColumns(4);
  file.add(first.id, id, Date.UTC(2026, 0, 1), 8);
  await input.ingest.submit(file);
  expect((await storedOf(first.id)).filter(([key]) => key === 'energy.day')).toEqual([
    ['energy.day', 8],
    ['energy.day', 7],
  ]);
});

test('of all devices of the organisation, also those to come; one that is named itself goes first', async () => {
  const { admin, organisationId, first, second } = await world();
  await admin.put(AT, asDay(first.id, 'Wh'));
  await admin.put(AT, asDay(null));
  const third = await makeDevice(platform, { organisationId });
  // This server has not heard of it yet.
  for (const device of [third, second, first]) await report(device, { 'energy.today': 500 });
  expect((await storedOf(first.id)).at(-1)).toEqual(['energy.day', 0.5]);
  expect((await storedOf(second.id)).at(-1)).toEqual(['energy.day', 500]);
  expect(await storedOf(third.id)).toEqual([['energy.day', 500]]);
  const { data } = await admin.get('/custom-points');
  expect(data.rows[0]).toMatchObject({ key: 'energy.today', deviceCount: 3, recordingCount: 2 });
  expect(data.rows[0].recordings).toEqual([
    { device: null, point: 'energy.day', unit: 'kWh', by: expect.any(String), at: expect.any(Number) },
    {
      device: { id: first.id, sn: first.sn, name: 'Roof' },
      point: 'energy.day',
      unit: 'Wh',
      by: expect.any(String),
      at: expect.any(Number),
    },
  ]);
});

test('a device that changes hands is recorded as its organisation of now says', async () => {
  const { admin, first } = await world();
  await admin.put(AT, asDay(first.id));
  const { id: organisationId } = await makeOrganisation(platform);
  await platform.db.updateTable('devices').set({ organisationId }).where('id', '=', first.id).execute();
  await platform.bus.publish('deviceChanged', { deviceId: first.id });
  await expect.poll(() => fleet.entry(first.id)?.organisationId).toBe(organisationId);
  await report(first, { 'energy.today': 3 });
  expect((await storedOf(first.id)).at(-1)).toEqual(['energy.today', 3]);
  // Nor does its former organisation read what it is called now.
  await platform.db.updateTable('devices').set({ name: 'New name' }).where('id', '=', first.id).execute();
  const { data } = await admin.get('/custom-points');
  expect(data.rows[0]).toMatchObject({ key: 'energy.today', recordings: [], recordingCount: 0 });
});

test('another server does the same once it hears of it', async () => {
  const { admin, first } = await world();
  const bus: Platform['bus'] = createBus(() => undefined);
  const { db, log, notifications } = platform;
  const relay = await startChangeRelay({ db, bus, log, notifications });
  const other = await openRecordings({ db, bus, log }, { fleet, points: input.points });
  const point = await input.points.pointId(first.id, 'energy.today');
  const storedThere = async () => {
    const block = createSampleColumns(1);
    block.add(first.id, point, 1, 9);
    await other.apply(block);
    return block.points[0];
  };
  expect(await storedThere()).toBe(point);
  await admin.put(AT, asDay(first.id));
  await expect.poll(storedThere).toBe(DAY);
  await admin.put(AT, { ...asDay(first.id), point: null });
  await expect.poll(storedThere).toBe(point);
  await other.stop();
  await relay.stop();
});

test('who may not add devices, or manages others, is refused; the log says who did what', async () => {
  const { admin, organisationId, first } = await world();
  const reader = await api.someone('internalReadOnly', { organisationId });
  expect((await reader.put(AT, asDay(first.id))).code).toBe(40300);
  const other = await api.someone('organisationAdmin');
  expect((await other.put(AT, asDay(first.id))).error).toBe('deviceNotFound');
  expect((await other.put(AT, { ...asDay(null), organisationId })).error).toBe('noDataPermission');
  expect((await other.put(AT, asDay(null))).error).toBe('unknownPoint');
  await admin.put(AT, asDay(first.id));
  await admin.put(AT, { ...asDay(first.id), point: null });
  const rows = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'objectType', 'before', 'after'])
    .where('organisationId', '=', organisationId)
    .where('action', 'like', 'customPoints.%')
    .orderBy('id')
    .execute();
  const said = { key: 'energy.today', point: 'energy.day', unit: 'kWh' };
  expect(rows).toEqual([
    { action: 'customPoints.record', objectType: 'device', before: null, after: said },
    {
      action: 'customPoints.recordAsReported',
      objectType: 'device',
      before: said,
      after: { key: 'energy.today' },
    },
  ]);
});

test('what is no point, no unit of it, a code, or reported beside it, is refused', async () => {
  const { admin, first, second } = await world();
  const refused = async (change: object) => (await admin.put(AT, { ...asDay(first.id), ...change })).error;
  expect(await refused({ point: 'energy.tomorrow' })).toBe('unknownPoint');
  expect(await refused({ point: 'state', unit: '' })).toBe('unknownPoint');
  expect(await refused({ unit: 'W' })).toBe('invalidInput');
  expect(await refused({ key: 'of.nobody' })).toBe('unknownPoint');
  await report(second, { 'energy.today': 2, 'energy.day': 2 });
  expect(await refused({ deviceId: second.id })).toBe('pointReportedItself');
  expect(await refused({ deviceId: null })).toBe('pointReportedItself');
  expect(await refused({})).toBeUndefined();
});

test('two who say something at once leave one that holds', async () => {
  const { admin, organisationId } = await world();
  const answers = await Promise.all(['kWh', 'Wh', 'MWh'].map((unit) => admin.put(AT, asDay(null, unit))));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  const current = await platform.db
    .selectFrom('pointRecordings')
    .select('unit')
    .where('organisationId', '=', organisationId)
    .where('endedAt', 'is', null)
    .execute();
  expect(current).toHaveLength(1);
});
