import { setTimeout as delay } from 'node:timers/promises';
import type { ImportRun } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import type { Access } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { forgetLater } from '../devices/index.ts';
import { freeDevices } from '../stations/index.ts';
import { forgetMeasured } from '../unknown-devices/index.ts';
import { createImportRuns } from './index.ts';
import { createFileReader, FILE_LIMITS } from './process/file-reader.ts';
import { createRightCheck } from './running/right-check.ts';
import {
  csvOf as csv,
  mappingOf as mapping,
  newSn,
  openImports,
  readerHere,
  waitingImports,
} from '../../../test/imports-kit.ts';
import { makeDevice, makeRole } from '../../../test/makers.ts';

// Processes that read files start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const { platform, telemetry, imports, samplesOf, someone, stop } = await openImports(undefined, {
  awake: false,
});
afterAll(stop);

const never = new AbortController().signal;

const runOf = (id: number) =>
  platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const waiting = waitingImports({ platform, imports, someone });

test('a cancelled import stores nothing', async () => {
  const { get, post, id, sn } = await waiting(20_000);
  const { data } = await post(`/imports/${id}/cancel`);
  expect(data.state).toBe('cancelled');
  await imports.run(id, never);
  expect((await get(`/imports/${id}`)).data).toMatchObject({ state: 'cancelled', samples: 0 });
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
});

test('a server that stood still leaves an import alone that another one has taken to its end', async () => {
  const { id, sn } = await waiting(10);
  const still = createImportRuns(platform, telemetry.ingest, imports, {
    reader: {
      ...readerHere,
      async open() {
        await imports.run(id, never);
        throw new Error('the file is gone');
      },
    },
  });
  await still.run(id, never);
  expect(await runOf(id)).toMatchObject({ state: 'done', samples: 10 });
  expect(await samplesOf(sn, 'ac.power')).toHaveLength(10);
});

test('who may import and not add devices imports into those of the station alone, as by an API key of one permission', async () => {
  const onlyImports: Access = { scope: 'organisation', permissions: new Set(['imports.run']) };
  const [stranger, known] = [await waiting(10, onlyImports), await waiting(10, onlyImports)];
  await makeDevice(platform, { sn: known.sn, stationId: known.station.id });
  for (const { id } of [stranger, known]) await imports.run(id, never);
  const devices = platform.db.selectFrom('devices').select('id').where('sn', '=', stranger.sn);
  expect(await devices.execute()).toEqual([]);
  expect(await runOf(stranger.id)).toMatchObject({
    state: 'failed',
    errors: [{ message: expect.stringContaining(`no device ${stranger.sn}`) }],
  });
  expect(await runOf(known.id)).toMatchObject({ state: 'done', samples: 10 });
});

test('an import adds no devices once its starter may not, also where it was checked before', async () => {
  const { id, sn, user } = await waiting(10);
  await platform.db
    .updateTable('imports')
    .set({ state: 'importing', devices: JSON.stringify([sn]) })
    .where('id', '=', id)
    .execute();
  const role = await makeRole(platform, {
    organisationId: user.organisationId!,
    scope: 'organisation',
    permissions: ['imports.run'],
  });
  await platform.db.updateTable('users').set({ roleId: role.id }).where('id', '=', user.id).execute();
  await imports.run(id, never);
  expect(await runOf(id)).toMatchObject({ state: 'failed', samples: 0 });
  const devices = platform.db.selectFrom('devices').select('id').where('sn', '=', sn);
  expect(await devices.execute()).toEqual([]);
});

test('one that is cancelled while it is checked stops there', async () => {
  const { get, post, id, sn } = await waiting(60_000);
  const running = imports.run(id, never);
  const rowsDone = async () => (await get(`/imports/${id}`)).data.rowsDone as number;
  await expect.poll(rowsDone, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  await post(`/imports/${id}/cancel`);
  await running;
  const { data } = await get(`/imports/${id}`);
  // The check may have been done before the cancel came; then the import is whole.
  expect([data.state, (await samplesOf(sn, 'ac.power')).length]).toEqual(
    data.state === 'cancelled' ? ['cancelled', 0] : ['done', 60_000],
  );
});

test('a server that stops in the middle leaves the import, and the next one ends it; nothing twice, nothing missing', async () => {
  const { get, id, sn } = await waiting(130_000);
  let stored = 0;
  const stopping = new AbortController();
  const interrupted = createImportRuns(
    platform,
    {
      ...telemetry.ingest,
      async submit(block) {
        await telemetry.ingest.submit(block);
        stored += 1;
        if (stored === 1) stopping.abort();
      },
    },
    imports,
    { reader: readerHere },
  );
  await expect(interrupted.run(id, stopping.signal)).rejects.toThrow('aborted');
  const halfway: ImportRun = (await get(`/imports/${id}`)).data;
  expect(halfway.state).toBe('importing');
  expect(halfway.samples).toBeGreaterThan(0);
  expect(halfway.samples).toBeLessThan(130_000);
  await imports.run(id, never);
  expect((await get(`/imports/${id}`)).data).toMatchObject({
    state: 'done',
    samples: 130_000,
    rowsDone: 130_000,
  });
  const values = await samplesOf(sn, 'ac.power');
  expect(values).toHaveLength(130_000);
  expect(values.at(-1)?.[1]).toBe(129_999);
});

const spoiled = (misdeed: string, limits = FILE_LIMITS) =>
  createFileReader(limits, new URL(`../../../test/readers/spoiled-import.ts?${misdeed}`, import.meta.url));

test.each([
  ['runs out of memory', 'heap', { ...FILE_LIMITS, memoryMb: 64 }],
  ['hangs', 'loop', { ...FILE_LIMITS, stepMs: 5000 }],
] as const)(
  'an import whose reader %s in the middle fails with its words, and the server goes on',
  async (_, misdeed, limits) => {
    const { get, upload, id, sn } = await waiting(20_000);
    await createImportRuns(platform, telemetry.ingest, imports, {
      reader: spoiled(misdeed, limits),
    }).run(id, never);
    expect((await get(`/imports/${id}`)).data).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('takes too much time or memory'),
    });
    expect(await samplesOf(sn, 'ac.power')).toEqual([]);
    expect(await upload(csv(10))).toMatchObject({ code: 200 });
  },
);

test('an import whose reader the system ends, as where memory is short, is tried three times', async () => {
  const { id, sn } = await waiting(20_000);
  const killed = createImportRuns(platform, telemetry.ingest, imports, { reader: spoiled('kill') });
  for (const brokenRuns of [1, 2]) {
    await expect(killed.run(id, never)).rejects.toMatchObject({ key: 'importBeyondLimits' });
    expect(await runOf(id)).toMatchObject({ state: 'checking', brokenRuns });
  }
  const other = await waiting(20_000);
  await expect(killed.run(other.id, never)).rejects.toThrow();
  await imports.run(other.id, never);
  expect(await runOf(other.id)).toMatchObject({ state: 'done', samples: 20_000 });
  await killed.run(id, never);
  expect(await runOf(id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('takes too much time or memory'),
  });
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
});

test('an import whose reader was asked to end is left as it stands, and done by the next try', async () => {
  const { get, id } = await waiting(20_000);
  const ended = createImportRuns(platform, telemetry.ingest, imports, { reader: spoiled('terminate') });
  await expect(ended.run(id, never)).rejects.toMatchObject({ key: 'storeUnavailable' });
  expect((await get(`/imports/${id}`)).data.state).toBe('checking');
  await imports.run(id, never);
  expect((await get(`/imports/${id}`)).data).toMatchObject({ state: 'done', samples: 20_000 });
});

test('a store that cannot be reached is waited for', async () => {
  const { get, id, sn } = await waiting(10);
  let failures = 3;
  const patient = createImportRuns(
    platform,
    {
      ...telemetry.ingest,
      submit(block) {
        failures -= 1;
        return failures >= 0
          ? Promise.reject(new AppError('storeUnavailable'))
          : telemetry.ingest.submit(block);
      },
    },
    imports,
    { reader: readerHere },
  );
  for (let tries = 0; tries < 3; tries += 1)
    await expect(patient.run(id, never)).rejects.toMatchObject({ key: 'storeUnavailable' });
  await patient.run(id, never);
  expect((await get(`/imports/${id}`)).data).toMatchObject({ state: 'done', samples: 10 });
  expect(await samplesOf(sn, 'ac.power')).toHaveLength(10);
});

test('an import whose file is gone fails with words', async () => {
  const { get, id } = await waiting(10);
  const { fileId } = await platform.db
    .selectFrom('imports')
    .select('fileId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await imports.uploads.remove(fileId);
  await imports.run(id, never);
  expect((await get(`/imports/${id}`)).data).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Upload it again'),
  });
});

test.each([
  ['is locked', { lockedAt: new Date(0) }],
  ['has another role', { role: 'internalReadOnly' }],
] as const)('an import whose starter %s meanwhile stores nothing', async (_, change) => {
  const { id, sn, user } = await waiting(10);
  await platform.db.updateTable('users').set(change).where('id', '=', user.id).execute();
  await imports.run(id, never);
  expect(await runOf(id)).toMatchObject({ state: 'failed', samples: 0 });
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
});

test.each(['there is no room', 'the store is away'])(
  'what waits because %s is not stored for a starter who lost the right meanwhile',
  async (why) => {
    const { get, id, sn, user } = await waiting(10);
    const lose = () =>
      platform.db.updateTable('users').set({ role: 'internalReadOnly' }).where('id', '=', user.id).execute();
    const busy = createImportRuns(
      platform,
      {
        ...telemetry.ingest,
        async room() {
          if (why !== 'there is no room') return;
          await lose();
          // Longer than an answer of before holds.
          await delay(600);
        },
        async submit(block, withdrawn) {
          if (why === 'the store is away') {
            await lose();
            // As long as the store may be away, if nobody tells that it is no longer wanted.
            const told = withdrawn && new Promise((resolve) => withdrawn.addEventListener('abort', resolve));
            await Promise.race([told, delay(5000)]);
          }
          await telemetry.ingest.submit(block, withdrawn);
        },
      },
      imports,
      { reader: readerHere },
    );
    await busy.run(id, never);
    expect(await runOf(id)).toMatchObject({ state: 'failed', samples: 0 });
    expect(await samplesOf(sn, 'ac.power')).toEqual([]);
    expect((await get(`/imports/${id}`)).error).toBe('noDataPermission');
  },
);

test('an import into a station that moved on stores nothing and adds no devices there', async () => {
  const { id, sn, station } = await waiting(10);
  const next = await someone();
  const moved = { organisationId: next.organisation.id, ownerId: next.user.id };
  await platform.db.updateTable('stations').set(moved).where('id', '=', station.id).execute();
  await imports.run(id, never);
  expect(await runOf(id)).toMatchObject({ state: 'failed', message: expect.stringContaining('station') });
  const device = await platform.db.selectFrom('devices').select('id').where('sn', '=', sn).executeTakeFirst();
  expect(device).toBeUndefined();
});

test('an import whose device leaves the station on the way goes no further', async () => {
  const { user, station } = await someone();
  const device = await makeDevice(platform, {
    stationId: station.id,
    organisationId: station.organisationId,
  });
  const check = createRightCheck(platform, { userId: user.id, station }, 0);
  await check([device.id]);
  const elsewhere = { stationId: (await someone()).station.id };
  await platform.db.updateTable('devices').set(elsewhere).where('id', '=', device.id).execute();
  await expect(check([device.id])).rejects.toMatchObject({ key: 'deviceNotFound' });
});

test('what an import was storing while its device left and was forgotten is forgotten as well', async () => {
  const { id, sn } = await waiting(10);
  const forget = () => forgetMeasured(platform, never);
  const inserting = createImportRuns(
    platform,
    {
      ...telemetry.ingest,
      async submit(block) {
        const device = { id: block.devices[0]!, sn };
        await platform.db.transaction().execute(async (trx) => {
          await freeDevices(trx, [device.id]);
          await forgetLater(trx, { devices: [device], now: platform.clock.now() });
        });
        await forget();
        // It was on its way to the store before: nothing takes it back.
        await telemetry.ingest.submit(block);
      },
    },
    imports,
    { reader: readerHere },
  );
  await inserting.run(id, never);
  await platform.db
    .updateTable('devicesToForget')
    .set({ forgottenAt: new Date(0) })
    .execute();
  await forget();
  expect(await samplesOf(sn, 'ac.power')).toEqual([]);
});

test('a header that another delimiter makes of a whole file is not read to its end by the server itself', async () => {
  const { upload, post, station } = await someone();
  const rows = csv(5000);
  // By commas a table; by semicolons a quoted name over all its lines, and a million names behind it.
  const { data } = await upload(`${rows.replace('P', 'P;"')}"${';'.repeat(1_000_000)}\n`);
  const started = await post('/imports', {
    fileId: data.fileId,
    mapping: { ...mapping(station.id, newSn()), delimiter: ';', timeColumn: '#900000' },
  });
  expect(started.error).toBe('malformedCsv');
});
