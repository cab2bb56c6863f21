import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { LIMITS, type StationExport } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { withFreeBytes } from '../../../test/with-free-bytes.ts';
import { AppError } from '../../platform/errors.ts';
import { signIn } from '../accounts/index.ts';
import { forgetExports, registerStationExportsRoutes, runExport } from './index.ts';
import { packWorkbook } from '../../platform/tables/pack-workbook.ts';
import { headRow, SHEET_END, sheetBegin, sheetPath, sheetRow } from '../../platform/tables/sheet-text.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationExportsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const never = new AbortController().signal;

async function scene() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const make = async (name: string, power: number | null, values: object = {}) => {
    const { id } = await makeStation(platform, { organisationId, name, capacityKw: 10, ...values });
    const lastDataAt = new Date('2026-07-01T10:00:00Z');
    await platform.db
      .updateTable('stationStates')
      .set({ power, lastDataAt, status: 'normal' })
      .where('stationId', '=', id)
      .execute();
    return id;
  };
  return { admin, make };
}

const ask = async (who: Someone, body: object) => {
  const { data } = await who.post('/station-exports', {
    format: 'csv',
    columns: ['name', 'power', 'lastDataAt'],
    sort: 'power',
    order: 'desc',
    timeZone: 'Europe/Berlin',
    ...body,
  });
  return data as StationExport;
};

/** The file as its person fetches it. */
async function fetchFile(who: Someone, id: number) {
  const authorization = `Bearer ${await signIn(platform, who.user)}`;
  return server.app.inject({ url: `/api/station-exports/${id}/file`, headers: { authorization } });
}

/** Where the files are that were written of an export. */
async function filesOf(id: number): Promise<string[]> {
  const all = await Readable.from(platform.files.list('station-exports')).toArray();
  return all.map(({ name }) => name).filter((name) => name.startsWith(`station-exports/${id}-`));
}

const listed = async (who: Someone) => (await who.get('/station-exports')).data as StationExport[];

test('a file holds exactly the filtered list in its order, with units and the zone in its head, and no formula', async () => {
  const { admin, make } = await scene();
  await make('=1+1;-2', 2000);
  await make('Größe, "klein"', 9500);
  await make('Silent', null);
  await make('Other', 99_999);
  const { id, state } = await ask(admin, { filters: { power: '..50000' } });
  expect(state).toBe('waiting');
  expect((await fetchFile(admin, id)).json().error).toBe('exportNotFound');
  await runExport(platform, id, never);
  expect(await listed(admin)).toMatchObject([{ id, state: 'done', rows: 2, total: 2 }]);
  const file = await fetchFile(admin, id);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.body).toBe(
    '\uFEFFName,Power now (kW),Last data (Europe/Berlin)\r\n' +
      '"Größe, ""klein""",9.5,2026-07-01 12:00:00\r\n' +
      `"'=1+1;'-2",2,2026-07-01 12:00:00\r\n`,
  );
});

test('chosen stations alone, as far as they are the person’s; another one’s file does not exist', async () => {
  const { admin, make } = await scene();
  const { admin: other, make: makeOther } = await scene();
  const [mine, foreign] = [await make('Mine', 1), await makeOther('Foreign', 1)];
  await make('Not chosen', 1);
  const { id } = await ask(admin, { ids: [mine, foreign], columns: ['name'] });
  await runExport(platform, id, never);
  expect((await fetchFile(admin, id)).body).toBe('\uFEFFName\r\nMine\r\n');
  expect((await fetchFile(other, id)).json().error).toBe('exportNotFound');
  expect(await other.del(`/station-exports/${id}`)).toMatchObject({ error: 'exportNotFound' });
  expect((await admin.del(`/station-exports/${id}`)).code).toBe(200);
  expect(await filesOf(id)).toEqual([]);
});

test('an export that is deleted while it waits is not written, and old ones go with their files', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id: gone } = await ask(admin, {});
  await admin.del(`/station-exports/${gone}`);
  await runExport(platform, gone, never);
  expect(await filesOf(gone)).toEqual([]);
  const { id: old } = await ask(admin, {});
  await runExport(platform, old, never);
  const clock = { now: () => platform.clock.now() + LIMITS.stationExportMs + 1 };
  await forgetExports({ ...platform, clock });
  expect(await listed(admin)).toEqual([]);
  expect(await filesOf(old)).toEqual([]);
});

test('files of an organisation take a gigabyte together, and those of new ones a quarter of the disk with all else that these keep', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const colleague = await someone('organisationAdmin', { organisationId: admin.organisationId });
  const { id: first } = await ask(colleague, {});
  await runExport(platform, first, never);
  const taken = (bytes: number) =>
    platform.db.updateTable('stationExports').set({ bytes }).where('id', '=', first).execute();
  const kept = platform.db.selectFrom('stationExports').select('bytes').where('id', '=', first);
  expect((await kept.executeTakeFirstOrThrow()).bytes).toBe(
    (await fetchFile(colleague, first)).rawPayload.length,
  );

  const { id } = await ask(admin, {});
  await taken(LIMITS.exportBytesOfOrganisation - 10);
  await runExport(platform, id, never);
  expect(await listed(admin)).toMatchObject([{ state: 'failed', error: 'exportsFull' }]);
  expect(await filesOf(id)).toEqual([]);
  await taken(LIMITS.exportBytesOfOrganisation);
  const body = { format: 'csv', columns: ['name'] };
  expect((await admin.post('/station-exports', body)).error).toBe('exportsFull');

  const { admin: other } = await scene();
  await withFreeBytes(platform.files, 0, async () => {
    expect((await other.post('/station-exports', body)).error).toBe('newcomersFull');
  });
  await colleague.del(`/station-exports/${first}`);
  expect((await admin.post('/station-exports', body)).code).toBe(200);
});

test('a file that is written while old ones are deleted stays', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { files } = platform;
  const written: number[] = [];
  const list: typeof files.list = async function* (prefix) {
    const { id } = await ask(admin, {});
    await runExport(platform, id, never);
    written.push(id);
    yield* files.list(prefix);
  };
  await forgetExports({ ...platform, files: { ...files, list } });
  expect(await filesOf(written[0]!)).toHaveLength(1);
});

test('who has lost the right by then gets no file but the reason; nobody has more files than the limit', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id } = await ask(admin, {});
  const locked = (lockedAt: Date | null) =>
    platform.db.updateTable('users').set({ lockedAt }).where('id', '=', admin.user.id).execute();
  await locked(new Date());
  await runExport(platform, id, never);
  await locked(null);
  expect(await listed(admin)).toMatchObject([{ state: 'failed', error: 'noDataPermission' }]);
  for (let n = 1; n < LIMITS.exportsOpen; n += 1) await ask(admin, {});
  expect(await admin.post('/station-exports', { format: 'csv', columns: ['name'] })).toMatchObject({
    error: 'exportsTooMany',
  });
  const wrong = { format: 'csv', columns: ['name'], timeZone: 'Mars/Olympus' };
  expect(await admin.post('/station-exports', wrong)).toMatchObject({ fields: [{ path: 'body.timeZone' }] });
});

test('each part is judged by what its person may do then, and the file ends where the right is gone', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id } = await ask(admin, { columns: ['name'] });
  const lock = () =>
    platform.db.updateTable('users').set({ lockedAt: new Date() }).where('id', '=', admin.user.id).execute();
  const { files } = platform;
  // The right is lost once the list is made and before its first part is read.
  const write: typeof files.write = async (name, content) => (await lock(), files.write(name, content));
  await runExport({ ...platform, files: { ...files, write } }, id, never);
  const row = platform.db.selectFrom('stationExports').select(['state', 'error']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ state: 'failed', error: 'noDataPermission' });
  expect(await filesOf(id)).toEqual([]);
});

test('a file is judged when it is fetched: by each of its stations, and by what its person may do', async () => {
  const { admin, make } = await scene();
  const kept = await make('Kept', 1);
  const given = await make('Given away', 2);
  const { id: both } = await ask(admin, { columns: ['name'] });
  const { id: one } = await ask(admin, { columns: ['name'], ids: [kept] });
  for (const id of [both, one]) await runExport(platform, id, never);
  const answers = async () =>
    Promise.all([both, one].map(async (id) => (await fetchFile(admin, id)).statusCode));
  expect(await answers()).toEqual([200, 200]);
  const { id: elsewhere } = await makeOrganisation(platform);
  await platform.db
    .updateTable('stations')
    .set({ organisationId: elsewhere })
    .where('id', '=', given)
    .execute();
  expect(await answers()).toEqual([409, 200]);
  expect((await fetchFile(admin, both)).json().error).toBe('exportOutdated');
  await platform.db.updateTable('users').set({ role: 'installer' }).where('id', '=', admin.user.id).execute();
  expect(await answers()).toEqual([409, 409]);
});

test('a station that was ended since does not make the file outdated', async () => {
  const { admin, make } = await scene();
  const station = await make('Ended since', 1);
  const { id } = await ask(admin, { columns: ['name'] });
  await runExport(platform, id, never);
  await platform.db.updateTable('stations').set({ endedAt: new Date() }).where('id', '=', station).execute();
  expect((await fetchFile(admin, id)).statusCode).toBe(200);
});

test('rights that change while a file is written end it', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id } = await ask(admin, { columns: ['name'] });
  const { files, db } = platform;
  const change = () =>
    db.updateTable('users').set({ role: 'installer' }).where('id', '=', admin.user.id).execute();
  const write: typeof files.write = async (name, content) => (await change(), files.write(name, content));
  await runExport({ ...platform, files: { ...files, write } }, id, never);
  expect(await listed(admin)).toMatchObject([{ state: 'failed', error: 'exportOutdated' }]);
  expect(await filesOf(id)).toEqual([]);
});

test('a server that stood still while another one wrote the file takes nothing back', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id } = await ask(admin, { columns: ['name'] });
  const { files } = platform;
  // The first server has found its stations; the second one does the whole job, and the first goes on.
  const write: typeof files.write = async (name, content) => (
    await runExport(platform, id, never),
    files.write(name, content)
  );
  await runExport({ ...platform, files: { ...files, write } }, id, never);
  expect(await listed(admin)).toMatchObject([{ id, state: 'done', rows: 1 }]);
  expect((await fetchFile(admin, id)).body).toBe('\uFEFFName\r\nOne\r\n');
});

test('a server that stood still with a whole file does not put it in the place of another one’s', async () => {
  const { admin, make } = await scene();
  await make('Kept', 1);
  const given = await make('Given away', 2);
  const { id } = await ask(admin, { columns: ['name'] });
  const { files, db } = platform;
  const { id: elsewhere } = await makeOrganisation(platform);
  // The first server has read all rows; a station leaves, the second one does the whole job, and the first goes on.
  const write: typeof files.write = async (name, content) => {
    const rows = await buffer(content);
    await db.updateTable('stations').set({ organisationId: elsewhere }).where('id', '=', given).execute();
    await runExport(platform, id, never);
    return files.write(name, Readable.from([rows]));
  };
  await runExport({ ...platform, files: { ...files, write } }, id, never);
  expect((await fetchFile(admin, id)).body).toBe('\uFEFFName\r\nKept\r\n');
  expect(await filesOf(id)).toHaveLength(1);
});

test('what a server that was killed wrote and never named goes after an hour', async () => {
  const { files } = platform;
  const name = 'station-exports/7-unnamed';
  await files.write(name, Readable.from(['rows']));
  await forgetExports({ ...platform, clock: { now: () => Date.now() } });
  expect(await files.exists(name)).toBe(true);
  await forgetExports({ ...platform, clock: { now: () => Date.now() + 3_700_000 } });
  expect(await files.exists(name)).toBe(false);
});

test('an export that ended its server three times is given up, and one that waits for a store is not', async () => {
  const { admin, make } = await scene();
  await make('One', 1);
  const { id } = await ask(admin, {});
  const { files, db } = platform;
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
  for (const error of [new AppError('storeUnavailable'), full])
    for (let n = 0; n < 5; n += 1) {
      const away = { ...files, write: () => Promise.reject(error) };
      await expect(runExport({ ...platform, files: away }, id, never)).rejects.toBe(error);
    }
  await db.updateTable('stationExports').set({ brokenRuns: 3 }).where('id', '=', id).execute();
  await runExport(platform, id, never);
  expect(await listed(admin)).toMatchObject([{ state: 'failed', error: 'internal' }]);
});

test('a workbook keeps texts as texts, numbers as numbers and times as times of the zone', async () => {
  const clock = zoneClock('Asia/Tokyo');
  async function* sheet() {
    yield sheetBegin(4) + headRow(['A', 'B', 'C', 'D']);
    yield sheetRow(
      ['=1+1 & <b>\u0000', 0.1 + 0.2, { at: Date.UTC(2026, 0, 1, 15) }, { day: '2026-01-02' }],
      clock,
      2,
    );
    yield SHEET_END;
  }
  const parts = unzip(await buffer(packWorkbook([{ title: 'Stations: all', text: sheet() }])));
  expect([...parts.keys()]).toContain('[Content_Types].xml');
  expect(parts.get('xl/workbook.xml')).toContain('name="Stations  all"');
  const cells = parts.get(sheetPath(1))!.split('</row>')[1];
  expect(cells).toBe(
    '<row r="2"><c r="A2" t="inlineStr" s="4"><is><t xml:space="preserve">=1+1 &amp; &lt;b&gt;</t></is></c><c r="B2"><v>0.3</v></c>' +
      '<c r="C2" s="3"><v>46024</v></c><c r="D2" s="2"><v>46024</v></c>',
  );
});

test('a workbook whose rows cannot be read ends with their error', async () => {
  async function* broken() {
    yield sheetBegin(1);
    throw new Error('the store is gone');
  }
  await expect(buffer(packWorkbook([{ title: 'Broken', text: broken() }]))).rejects.toThrow(
    'the store is gone',
  );
});

/** Texts of the parts of a ZIP file, by its directory. */
function unzip(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [bytes, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(begin, begin + bytes);
    const text = zip.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    parts.set(zip.toString('utf8', at + 46, at + 46 + name), text.toString('utf8'));
    at += 46 + name + extra + comment;
  }
  return parts;
}

test('files of an organisation that asks for many wait behind the first one of another', async () => {
  const [{ admin }, { admin: other }] = [await scene(), await scene()];
  const ids: number[] = [];
  for (const who of [admin, admin, other]) ids.push((await ask(who, { filters: {} })).id);
  const { rows } = await sql<{ priority: number }>`
    SELECT priority FROM jobs.job WHERE name = 'stations.export' AND (data->>'exportId')::bigint = ANY(${ids}::bigint[])
     ORDER BY (data->>'exportId')::bigint`.execute(platform.db);
  expect(rows.map(({ priority }) => priority)).toEqual([-1, -3, -1]);
});
