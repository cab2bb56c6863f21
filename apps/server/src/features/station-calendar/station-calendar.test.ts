import { addDays } from '@sunfleet/analysis';
import type { CalendarEvent } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerStationDesignsRoutes } from '../station-designs/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { writeCells } from '../telemetry/roll-up/energy-store.ts';
import { registerStationCalendarRoutes } from './routes.ts';

const platform = await testPlatform();
const api = await openApi(
  platform,
  registerDevicesRoutes,
  registerStationDesignsRoutes,
  registerStationsRoutes,
  registerStationCalendarRoutes,
);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

/** Half past eleven at night in Madrid, so that its day is not that of UTC. */
const LATE = Date.UTC(2026, 5, 20, 22, 30);
const DAY = 86_400_000;
const note = { from: '2026-06-10', to: '2026-06-12', text: ' Scaffolding on the roof\nuntil Friday ' };

async function home(values: Parameters<typeof makeStation>[1] = {}) {
  platform.clock.set(LATE);
  const organisation = await makeOrganisation(platform);
  const installer = await makeUser(platform, {
    name: 'Ina Installer',
    role: 'installer',
    organisationId: organisation.id,
  });
  const station = await makeStation(platform, {
    organisationId: organisation.id,
    createdAt: new Date(LATE),
    ...values,
  });
  const path = `/stations/${station.id}`;
  return { organisation, station, path, installer, client: await api.as(installer) };
}

const year = (path: string, from = '2026-01-01', to = '2026-12-31') =>
  `${path}/calendar?from=${from}&to=${to}`;
const daysOf = (events: readonly CalendarEvent[]) =>
  Object.fromEntries(events.map(({ kind, from, to }) => [kind, from === to ? from : [from, to]]));

test('days of the form and of the platform stand by the clock of the station, those outside are left out', async () => {
  const { station, path, client } = await home({
    installedOn: '2026-03-01',
    firstPowerOn: '2026-03-05',
    gridConnectedOn: '2019-04-01',
  });
  const start = Date.UTC(2026, 2, 4, 23);
  const cell = { kwh: 3, spread: 0, source: 'lifetime' as const, completeness: 1 };
  const cells = new Map([['day' as const, new Map([[start, cell]])]]);
  await writeCells(platform.samples, 'station', {
    flows: [{ id: station.id, flow: 'pv', cells }],
    version: 1,
  });
  const { data } = await client.get(year(path));
  expect(data.timeZone).toBe('Europe/Madrid');
  expect(daysOf(data.events)).toEqual({
    installed: '2026-03-01',
    firstPowerOn: '2026-03-05',
    firstData: '2026-03-05',
    created: '2026-06-21',
  });
  const before = await client.get(year(path, '2019-01-01', '2019-12-31'));
  expect(daysOf(before.data.events)).toEqual({ gridConnected: '2019-04-01' });
});

test('what was changed names who did it to whoever reads the log, and nobody else', async () => {
  const { path, client } = await home({ shared: true });
  // The log goes by the clock of its store.
  const today = new Date().toISOString().slice(0, 10);
  const month = year(path, addDays(today, -20), addDays(today, 2));
  const since = addDays(today, -10);
  const { data: edited } = await client.get(path);
  await client.put(path, { version: edited.version, name: 'Another name' });
  const array = {
    name: 'South',
    tilt: 30,
    azimuth: 180,
    module: null,
    quantity: null,
    series: null,
    share: 100,
    height: null,
    spacing: null,
    slant: null,
    albedo: null,
    bifacial: null,
  };
  const versions = [
    { from: null, arrays: [array] },
    { from: since, arrays: [array] },
  ];
  await client.put(`${path}/design`, { versions, revision: 0 });
  for (const sn of ['CAL-1', 'CAL-2', 'CAL-3', 'CAL-4'])
    await client.post(`${path}/devices`, { sn, kind: 'meter' });
  const { data } = await client.get(month);
  const of = (kind: string) => data.events.find((event: CalendarEvent) => event.kind === kind);
  expect(of('edited')).toMatchObject({ by: 'Ina Installer', count: 1 });
  expect(of('designEdited')).toMatchObject({ by: 'Ina Installer' });
  expect(of('design')).toMatchObject({ from: since, by: null });
  expect(of('deviceAdded')).toMatchObject({ count: 4, subjects: ['CAL-4', 'CAL-3', 'CAL-2'] });

  const seen = await (await api.as({ id: null })).get(month);
  const kinds = seen.data.events.map(({ kind }: CalendarEvent) => kind);
  expect(kinds).toContain('design');
  expect(kinds).not.toContain('edited');
  expect(kinds).not.toContain('deviceAdded');
});

test('a silence of a day counts, over all days it touches, and one that goes on does until now', async () => {
  const { station, path, client } = await home();
  const device = await makeDevice(platform, { stationId: station.id, name: 'Roof east' });
  const silent = (beganAt: number, recoveredAt: number | null, code: string) =>
    platform.db
      .insertInto('alarms')
      .values({
        stationId: station.id,
        deviceId: device.id,
        type: 'offline',
        code,
        level: 'general',
        textKey: 'offline',
        beganAt: new Date(beganAt),
        lastSeenAt: new Date(beganAt),
        recoveredAt: recoveredAt === null ? null : new Date(recoveredAt),
      })
      .execute();
  await silent(LATE - 40 * DAY, LATE - 39.5 * DAY, 'night');
  await silent(LATE - 30 * DAY, LATE - 27 * DAY, 'long');
  await silent(LATE - 2 * DAY, null, 'now');
  const { data } = await client.get(year(path));
  const outages = data.events.filter(({ kind }: CalendarEvent) => kind === 'outage');
  expect(outages).toMatchObject([
    { from: '2026-06-19', to: '2026-06-21', open: true, subjects: ['Roof east'] },
    { from: '2026-05-22', to: '2026-05-25', open: false },
  ]);
  const next = await home();
  await platform.db
    .updateTable('devices')
    .set({ stationId: next.station.id, name: 'As its next owner calls it' })
    .where('id', '=', device.id)
    .execute();
  const after = (await client.get(year(path))).data.events.find(
    ({ kind }: CalendarEvent) => kind === 'outage',
  );
  expect(after.subjects).toEqual([device.sn]);
});

test('the end of a warranty stands on its day, also before it comes', async () => {
  const { station, path, client } = await home({ shared: true });
  const stationId = station.id;
  await makeDevice(platform, { stationId, sn: 'WARRANTY-1', warrantyEnd: '2026-12-31' });
  const told = async (reader: typeof client) =>
    (await reader.get(year(path))).data.events.find(({ kind }: CalendarEvent) => kind === 'warrantyEnd');
  expect(await told(client)).toMatchObject({ from: '2026-12-31', subjects: ['WARRANTY-1'] });
  expect((await told(await api.as({ id: null })))?.subjects).toEqual(['WAR*****-1']);
});

test('imports are told to who runs them', async () => {
  const { station, path, client, installer } = await home();
  const row = {
    stationId: station.id,
    userId: installer.id,
    fileName: 'year.csv',
    fileId: '00000000-0000-4000-8000-000000000001',
    mapping: '{}',
    onError: 'refuse' as const,
    finishedAt: new Date(LATE),
  };
  await platform.db
    .insertInto('imports')
    .values([
      { ...row, state: 'done' },
      { ...row, state: 'undone', undoneAt: new Date(LATE + DAY), fileName: 'wrong.csv' },
      { ...row, state: 'failed', fileName: 'broken.csv' },
    ])
    .execute();
  const { data } = await client.get(year(path));
  const told = data.events.filter(({ kind }: CalendarEvent) => kind.startsWith('import'));
  expect(told).toMatchObject([
    { kind: 'importUndone', from: '2026-06-22', subjects: ['wrong.csv'] },
    { kind: 'imported', from: '2026-06-21', subjects: ['wrong.csv', 'year.csv'] },
  ]);
});

test('a note is added, changed over what was read, and deleted; the log does not keep its words', async () => {
  const { station, path, client } = await home();
  const { data: added } = await client.post(`${path}/notes`, note);
  const june = year(path, '2026-06-12', '2026-06-30');
  const { data } = await client.get(june);
  expect(data.notes).toMatchObject([
    {
      id: added.id,
      from: '2026-06-10',
      to: '2026-06-12',
      text: 'Scaffolding on the roof\nuntil Friday',
      created: { at: LATE, by: 'Ina Installer' },
      changed: null,
    },
  ]);
  expect((await client.get(year(path, '2026-06-13', '2026-06-30'))).data.notes).toEqual([]);
  const alone = (await client.get(`${june}&events=false`)).data;
  expect(alone).toEqual({ ...data, events: [] });
  expect(data.events).not.toEqual([]);
  const { revision } = data.notes[0];
  const at = `${path}/notes/${added.id}`;
  expect((await client.put(at, { ...note, text: 'Gone', revision })).data).toBe(null);
  expect((await client.put(at, { ...note, text: 'Mine', revision })).error).toBe('stationNoteChanged');
  expect((await client.del(`${at}?revision=${revision}`)).error).toBe('stationNoteChanged');
  expect((await client.get(june)).data.notes).toMatchObject([
    { text: 'Gone', changed: { by: 'Ina Installer' } },
  ]);
  await client.del(`${at}?revision=${revision + 1}`);
  expect((await client.get(june)).data.notes).toEqual([]);
  expect((await client.del(`${at}?revision=1`)).error).toBe('stationNoteNotFound');
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('stationId', '=', station.id)
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    'stations.addNote',
    'stations.editNote',
    'stations.removeNote',
  ]);
  expect(JSON.stringify(log)).not.toContain('Gone');
});

test.each([
  ['no words', { text: '  ' }, 'body.text'],
  ['the last day first', { from: '2026-06-13' }, 'body.from'],
  ['more than a year', { to: '2028-01-01' }, 'body.from'],
  ['a day that the calendar does not have', { to: '2026-02-30' }, 'body.to'],
])('a note with %s is refused at its field', async (_, wrong, field) => {
  const { path, client } = await home();
  const { error, fields } = await client.post(`${path}/notes`, { ...note, ...wrong });
  expect([error, fields?.[0]?.path]).toEqual(['invalidInput', field]);
});

test('who only looks reads notes and writes none; visitors read none', async () => {
  const { station, organisation, path, client } = await home({ shared: true });
  await client.post(`${path}/notes`, note);
  const user = await makeUser(platform, { role: 'internalReadOnly', organisationId: organisation.id });
  const reader = await api.as(user);
  expect((await reader.get(year(path))).data.notes).toHaveLength(1);
  expect((await reader.post(`${path}/notes`, note)).error).toBe('noDataPermission');
  const visitor = await api.as({ id: null });
  const seen = await visitor.get(year(path));
  expect(seen.data.notes).toEqual([]);
  expect(seen.data.events.map(({ kind }: CalendarEvent) => kind)).toEqual(['created']);
  const stranger = await api.as(await makeUser(platform, { role: 'owner' }));
  expect((await stranger.get(year(`/stations/${station.id}`))).error).toBe('stationNotFound');
});

test('days in the wrong order and too many of them are refused', async () => {
  const { path, client } = await home();
  expect((await client.get(year(path, '2026-02-01', '2026-01-01'))).error).toBe('invalidInput');
  expect((await client.get(year(path, '2020-01-01', '2026-01-01'))).error).toBe('rangeTooLong');
});
