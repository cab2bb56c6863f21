import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ageOrganisation } from '../../../../test/age-organisation.ts';
import { newSn, openImports, readerHere } from '../../../../test/imports-kit.ts';
import { withFreeBytes } from '../../../../test/with-free-bytes.ts';
import { jobsDone, openJobs } from '../../../../test/jobs-kit.ts';
import { createImportRuns } from '../index.ts';
import { createFileQuota } from './file-quota.ts';
import { priorityOf } from './long-turns.ts';
import { takeTurn } from './take-turn.ts';

const { platform, telemetry, imports, samplesOf, someone, stop } = await openImports(undefined, {
  awake: false,
});
afterAll(stop);

// Threads that read files start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const never = new AbortController().signal;
const CSV = 'time,P\n2025-07-01 12:00,1\n';

type Someone = Awaited<ReturnType<typeof someone>>;

/** Starts an import that nothing takes up yet; answers what the server does. */
async function begin({ station, upload, post }: Someone, sn = newSn()) {
  const { data } = await upload(CSV);
  const mapping = {
    stationId: station.id,
    timeColumn: 'time',
    timeZone: 'UTC',
    sn,
    columns: [{ column: 'P', point: 'ac.power' }],
  };
  return post('/imports', { fileId: data.fileId, mapping });
}

/** Somebody who works for an organisation, and a customer of it with a station of their own. */
async function withCustomer() {
  const [admin, customer] = [await someone(), await someone('owner')];
  const { organisation } = admin;
  const here = { organisationId: organisation.id };
  await platform.db.updateTable('users').set(here).where('id', '=', customer.user.id).execute();
  await platform.db.updateTable('stations').set(here).where('id', '=', customer.station.id).execute();
  return { admin, owner: { ...customer, organisation } };
}

/** An import that is open, without a file and a job. */
const insertOpen = ({ station, user, organisation }: Someone) =>
  platform.db
    .insertInto('imports')
    .values({
      stationId: station.id,
      userId: user.id,
      organisationId: organisation.id,
      fileName: 'open.csv',
      fileId: newSn(),
      mapping: '{}',
      onError: 'refuse',
      state: 'checking',
    })
    .execute();

describe('the queue', () => {
  test('an organisation that adds many imports makes another wait for one of them, not for all', async () => {
    const [many, one] = [await someone(), await someone()];
    const first: number[] = [];
    for (let n = 0; n < 3; n += 1) first.push((await begin(many)).data.id);
    const other: number = (await begin(one)).data.id;
    const order: number[] = [];
    const jobs = await openJobs(platform, (all) =>
      all.handle('imports.run', async ({ importId }) => void order.push(importId)),
    );
    await jobsDone(platform, 'imports.run');
    await jobs.stop();
    expect(order.filter((id) => first.includes(id))).toEqual(first);
    expect(order.indexOf(other)).toBeLessThanOrEqual(1);
  });

  test('an organisation that is there longer than a month waits behind none of new ones, but for what it adds beside its first', async () => {
    const added: number[] = [];
    for (let n = 0; n < 3; n += 1) added.push((await begin(await someone())).data.id);
    const old = await someone();
    await ageOrganisation(platform, old.organisation.id);
    const own: number[] = [];
    for (let n = 0; n < 2; n += 1) own.push((await begin(old)).data.id);
    const order: number[] = [];
    const jobs = await openJobs(platform, (all) =>
      all.handle('imports.run', async ({ importId }) => void order.push(importId)),
    );
    await jobsDone(platform, 'imports.run');
    await jobs.stop();
    expect(order).toEqual([own[0], ...added, own[1]]);
  });

  test('a person who is moved from one organisation to the next has one turn in all of them', async () => {
    const [own, next, other] = [await someone(), await someone(), await someone()];
    await insertOpen(own);
    const given = { givenMs: 60_000, givenAt: new Date(platform.clock.now()) };
    await platform.db.updateTable('imports').set(given).where('userId', '=', own.user.id).execute();
    const after = (userId: number) =>
      platform.db.transaction().execute(async (trx) => {
        const payer = { userId, organisationId: next.organisation.id };
        const turn = await takeTurn(trx, { ...payer, customerId: null });
        return [turn, await priorityOf(trx, payer, platform.clock.now())] as const;
      });
    const [moved, stranger] = [await after(own.user.id), await after(other.user.id)];
    expect(moved[0]).toBe(stranger[0] + 1);
    expect(moved[1]).toBeLessThan(stranger[1]);
  });

  test('files of a person who is moved to another organisation take the room that they took before', async () => {
    const [own, next] = [await someone(), await someone()];
    const file = {
      fileId: newSn(),
      bytes: LIMITS.importBytesKept,
      createdAt: new Date(platform.clock.now()),
    };
    await platform.db
      .insertInto('importFiles')
      .values({ ...file, userId: own.user.id, organisationId: own.organisation.id })
      .execute();
    const quota = createFileQuota(platform);
    const add = (userId: number) => {
      const { id: organisationId } = next.organisation;
      return quota.reserve(newSn(), { userId, organisationId, customerId: null }, 1000);
    };
    await expect(add(own.user.id)).rejects.toMatchObject({ key: 'importFilesTooLarge' });
    expect(await add(next.user.id)).toEqual([]);
    await platform.db.deleteFrom('importFiles').where('fileId', '=', file.fileId).execute();
  });

  test('beyond its number of open imports an organisation waits; another does not', async () => {
    const [full, other] = [await someone(), await someone()];
    for (let n = 0; n < LIMITS.importsOpen; n += 1) await insertOpen(full);
    expect(await begin(full)).toMatchObject({ error: 'importsTooMany' });
    expect(await begin(other)).toMatchObject({ code: 200 });
    expect((await full.get('/imports/quota')).data).toMatchObject({ open: 20, openLimit: 20 });
  });

  test('a customer has not all the open imports of an organisation, nor all room for files', async () => {
    const { admin, owner } = await withCustomer();
    for (let n = 0; n < LIMITS.importsOpen * 0.6; n += 1) await insertOpen(owner);
    expect(await begin(owner)).toMatchObject({ error: 'importsTooMany' });
    expect(await begin(admin)).toMatchObject({ code: 200 });
    const file = {
      fileId: newSn(),
      bytes: Math.ceil(LIMITS.importBytesKept * 0.6),
      createdAt: new Date(platform.clock.now()),
    };
    await platform.db
      .insertInto('importFiles')
      .values({ ...file, userId: owner.user.id, organisationId: admin.organisation.id })
      .execute();
    expect(await owner.upload(CSV)).toMatchObject({ error: 'importFilesTooLarge' });
    expect(await admin.upload(CSV)).toMatchObject({ code: 200 });
  });

  test('of the imports that are over an organisation keeps the newest, and all that are open', async () => {
    const [many, other] = [await someone(), await someone()];
    for (const one of [many, other]) await insertOpen(one);
    await sql`
      INSERT INTO imports (station_id, user_id, organisation_id, file_name, file_id, mapping, on_error, state)
      SELECT station_id, user_id, organisation_id, n || '.csv', 'over' || n, '{}', 'refuse', 'done'
      FROM imports, generate_series(1, ${LIMITS.importsKept + 5}::int) AS n
      WHERE station_id IN (${many.station.id}, ${other.station.id})`.execute(platform.db);
    const kept = async ({ station }: Someone) => {
      const rows = await platform.db
        .selectFrom('imports')
        .select(['fileName', 'state'])
        .where('stationId', '=', station.id)
        .orderBy('id')
        .execute();
      const over = rows.filter(({ state }) => state === 'done');
      return { over: over.length, oldest: over[0]!.fileName, open: rows.length - over.length };
    };
    expect((await begin(many)).code).toBe(200);
    expect(await kept(many)).toEqual({ over: LIMITS.importsKept, oldest: '6.csv', open: 2 });
    // What the others wrote is forgotten with them.
    const { rows: forgotten } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM jobs.job WHERE name = 'imports.forget'`.execute(platform.db);
    expect(forgotten).toEqual([{ n: 5 }]);
    expect(await kept(other)).toEqual({ over: LIMITS.importsKept + 5, oldest: '1.csv', open: 1 });
  });

  test('what an import stored counts towards what its organisation may store at once, not only when everything is counted', async () => {
    const who = await someone();
    const { data } = await begin(who);
    await imports.run(data.id, never);
    const row = await platform.db
      .selectFrom('storedSamples')
      .select('samples')
      .where('organisationId', '=', who.organisation.id)
      .executeTakeFirst();
    // The value, and that it can be taken back.
    expect(row).toEqual({ samples: 2 });
  });
});

describe('the files', () => {
  test('a new organisation uploads nothing where new ones have used up their part of the disk', async () => {
    const { upload } = await someone();
    expect(await withFreeBytes(platform.files, 0, () => upload(CSV))).toMatchObject({
      error: 'newcomersFull',
    });
  });

  test('an upload that does not fit beside those of its organisation is refused; of another it is taken', async () => {
    const [full, other] = [await someone(), await someone()];
    const row = {
      fileId: newSn(),
      userId: full.user.id,
      organisationId: full.organisation.id,
      bytes: LIMITS.importBytesKept - 10,
      createdAt: new Date(platform.clock.now()),
    };
    await platform.db.insertInto('importFiles').values(row).execute();
    expect(await full.upload(CSV)).toMatchObject({ error: 'importFilesTooLarge' });
    expect(await other.upload(CSV)).toMatchObject({ code: 200 });
    expect((await full.get('/imports/quota')).data).toMatchObject({ bytes: LIMITS.importBytesKept - 10 });
  });

  test('files of an hour ago that no open import needs make room, for their own organisation alone', async () => {
    const [full, other] = [await someone(), await someone()];
    const row = (who: Someone, hours: number) => ({
      fileId: randomUUID(),
      userId: who.user.id,
      organisationId: who.organisation.id,
      bytes: LIMITS.importBytesKept / 2,
      createdAt: new Date(platform.clock.now() - hours * 3_600_000),
    });
    const rows = [row(full, 2), row(full, 0.5), row(other, 2)];
    await platform.db.insertInto('importFiles').values(rows).execute();
    expect(await full.upload(CSV)).toMatchObject({ code: 200 });
    const left = await platform.db
      .selectFrom('importFiles')
      .select('fileId')
      .where(
        'fileId',
        'in',
        rows.map(({ fileId }) => fileId),
      )
      .execute();
    expect(left.map(({ fileId }) => fileId).toSorted()).toEqual(
      [rows[1]!.fileId, rows[2]!.fileId].toSorted(),
    );
  });

  test('thousands of tiny files are too many as well, and those of an hour ago make room', async () => {
    const [many, other] = [await someone(), await someone()];
    const most = LIMITS.importBytesKept / (256 * 1024);
    await sql`
      INSERT INTO import_files (file_id, user_id, organisation_id, bytes, created_at)
      SELECT gen_random_uuid(), ${many.user.id}, ${many.organisation.id}, 20, ${new Date(platform.clock.now())}
      FROM generate_series(1, ${most}::int)`.execute(platform.db);
    expect(await many.upload(CSV)).toMatchObject({ error: 'importFilesTooLarge' });
    expect(await other.upload(CSV)).toMatchObject({ code: 200 });
    expect((await many.get('/imports/quota')).data).toMatchObject({ bytes: 20 * most });
    platform.clock.advance(3_600_001);
    expect(await many.upload(CSV)).toMatchObject({ code: 200 });
  });

  test('a file counts with its bytes until its import is done', async () => {
    const who = await someone();
    const { data } = await begin(who);
    expect((await who.get('/imports/quota')).data).toMatchObject({ open: 1, bytes: CSV.length });
    await imports.run(data.id, never);
    expect((await who.get('/imports/quota')).data).toMatchObject({ open: 0, bytes: 0 });
  });

  test('what is refused at the upload counts no longer', async () => {
    const who = await someone();
    expect((await who.upload('only,a,header\n')).error).toBe('malformedCsv');
    expect((await who.get('/imports/quota')).data.bytes).toBe(0);
  });

  test('what an upload set aside is free a day after its server died', async () => {
    const who = await someone();
    const row = {
      fileId: newSn(),
      userId: who.user.id,
      organisationId: who.organisation.id,
      bytes: LIMITS.importBytesKept,
      createdAt: new Date(platform.clock.now() - 25 * 3_600_000),
    };
    await platform.db.insertInto('importFiles').values(row).execute();
    expect(await who.upload(CSV)).toMatchObject({ code: 200 });
  });
});

describe('runs that break off', () => {
  test('an import during which the server died three times is given up and says so', async () => {
    const who = await someone();
    const sn = newSn();
    const { data } = await begin(who, sn);
    // A process that dies in the middle neither ends the run nor counts it back.
    const die = () =>
      new Promise<void>((died) => {
        const submit = () => {
          died();
          return new Promise<never>(() => undefined);
        };
        const dying = createImportRuns(platform, { ...telemetry.ingest, submit }, imports, {
          reader: readerHere,
        });
        void dying.run(data.id, never);
      });
    const runs = async () => {
      const row = await platform.db
        .selectFrom('imports')
        .select('brokenRuns')
        .where('id', '=', data.id)
        .executeTakeFirstOrThrow();
      return row.brokenRuns;
    };
    for (let n = 1; n <= 3; n += 1) {
      // Two that check at the same moment are no two that died: one of them finds it checked, and ends.
      await die();
      expect(await runs()).toBe(n);
    }
    await imports.run(data.id, never);
    expect((await who.get(`/imports/${data.id}`)).data).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('stopped 3 times'),
    });
    expect(await samplesOf(sn, 'ac.power')).toEqual([]);
  });

  test('runs that a server ended in order are not counted', async () => {
    const who = await someone();
    const { data } = await begin(who);
    const stopping = new AbortController();
    stopping.abort();
    const interrupted = createImportRuns(platform, telemetry.ingest, imports, { reader: readerHere });
    for (let n = 0; n < 4; n += 1) await interrupted.run(data.id, stopping.signal).catch(() => undefined);
    await imports.run(data.id, never);
    expect((await who.get(`/imports/${data.id}`)).data).toMatchObject({ state: 'done' });
  });
});

describe('a mapping of another time', () => {
  test('whose form of times is no longer taken ends its import with the rule', async () => {
    const who = await someone();
    const { data } = await begin(who);
    const { mapping } = await platform.db
      .selectFrom('imports')
      .select('mapping')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    const hostile = JSON.stringify({ ...mapping, timeFormat: `YYYY-MM-DD${' \t'.repeat(12)}` });
    await platform.db.updateTable('imports').set({ mapping: hostile }).where('id', '=', data.id).execute();
    await imports.run(data.id, never);
    expect((await who.get(`/imports/${data.id}`)).data).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('at most 40 characters'),
    });
  });
});
