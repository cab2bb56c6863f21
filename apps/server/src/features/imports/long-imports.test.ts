import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { ageOrganisation } from '../../../test/age-organisation.ts';
import { openImports, readerHere, waitingImports } from '../../../test/imports-kit.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { createImportRuns } from './index.ts';
import { giveWay, goOnAmongLong, noteWork } from './limits/give-way.ts';

vi.setConfig({ testTimeout: 90_000 });

const { platform, telemetry, imports, samplesOf, someone, stop } = await openImports(undefined, {
  awake: false,
});
afterAll(stop);
const { db, clock } = platform;

const never = new AbortController().signal;
const MINUTE = 60_000;
const waiting = waitingImports({ platform, imports, someone });

const runOf = (id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const jobsOf = async (id: number) => {
  const { rows } = await sql<{ priority: number }>`
    SELECT priority FROM jobs.job WHERE name = 'imports.runLong' AND data->>'importId' = ${String(id)} ORDER BY created_on`.execute(
    db,
  );
  return rows.map(({ priority }) => priority);
};
const makeLong = async (ids: readonly number[]) => {
  await db.updateTable('imports').set({ isLong: true }).where('id', 'in', ids).execute();
};

test('a long import lets those of others have their turn, and goes on from where it stood', async () => {
  const [long, other] = [await waiting(230_000), await waiting(10)];
  const impatient = createImportRuns(platform, telemetry.ingest, imports, { reader: readerHere, turnMs: 0 });
  await makeLong([long.id, other.id]);
  await addJob(db, 'imports.runLong', { importId: other.id });
  // Its check lets others have theirs first.
  await impatient.runLong(long.id, never);
  const halfway = await runOf(long.id);
  expect(halfway).toMatchObject({ state: 'checking', brokenRuns: 0 });
  expect(halfway.checked).toMatchObject({ found: { rows: halfway.rowsDone } });
  expect(halfway.rowsDone).toBeLessThan(230_000);
  expect(await jobsOf(long.id)).toHaveLength(1);
  expect((await jobsOf(long.id))[0]).toBeLessThan((await jobsOf(other.id))[0]!);
  await imports.runLong(other.id, never);
  expect(await runOf(other.id)).toMatchObject({ state: 'done' });
  await imports.runLong(long.id, never);
  expect(await runOf(long.id)).toMatchObject({ state: 'done', samples: 230_000, checked: null });
  expect(await samplesOf(long.sn, 'ac.power')).toHaveLength(230_000);
});

test('a long one that stores lets others have their turn, too, and what it stored before is passed, not read', async () => {
  const [long, other] = [await waiting(230_000), await waiting(10)];
  const skipped: (number | undefined)[] = [];
  const noting = {
    ...readerHere,
    open: (...asked: Parameters<typeof readerHere.open>) => {
      skipped.push(asked[3]);
      return readerHere.open(...asked);
    },
  };
  await makeLong([long.id, other.id]);
  // Checked while nobody else waits, and then somebody does.
  let stored = 0;
  const ingest = {
    ...telemetry.ingest,
    async submit(...block: Parameters<typeof telemetry.ingest.submit>) {
      await telemetry.ingest.submit(...block);
      stored += 1;
      if (stored === 1) await addJob(db, 'imports.runLong', { importId: other.id });
    },
  };
  const impatient = createImportRuns(platform, ingest, imports, { reader: noting, turnMs: 0 });
  await sql`DELETE FROM jobs.job WHERE name = 'imports.runLong'`.execute(db);
  await impatient.runLong(long.id, never);
  expect(await runOf(long.id)).toMatchObject({ state: 'importing', rowsDone: 100_000, brokenRuns: 0 });
  await sql`DELETE FROM jobs.job WHERE name = 'imports.runLong'`.execute(db);
  await impatient.runLong(long.id, never);
  expect(skipped).toEqual([undefined, 0, 100_000]);
  expect(await runOf(long.id)).toMatchObject({ state: 'done', samples: 230_000 });
  const values = await samplesOf(long.sn, 'ac.power');
  expect(values).toHaveLength(230_000);
  expect(values.findIndex(([, value], n) => value !== n)).toBe(-1);
});

test('an import that takes longer than seconds goes on among those that do, wherever it stands, and keeps no other one waiting', async () => {
  const [checked, other] = [await waiting(20_000), await waiting(10)];
  const hasty = createImportRuns(platform, telemetry.ingest, imports, { reader: readerHere, quickMs: 0 });
  await hasty.run(checked.id, never);
  expect(await runOf(checked.id)).toMatchObject({
    state: 'checking',
    isLong: true,
    brokenRuns: 0,
    checked: { found: { rows: 5000, samples: 5000, devices: [checked.sn] } },
  });
  expect(await jobsOf(checked.id)).toHaveLength(1);
  // The job by which it began does nothing more.
  await imports.run(checked.id, never);
  expect(await runOf(checked.id)).toMatchObject({ state: 'checking' });
  await imports.run(other.id, never);
  expect(await runOf(other.id)).toMatchObject({ state: 'done', isLong: false });
  await imports.runLong(checked.id, never);
  expect(await runOf(checked.id)).toMatchObject({ state: 'done', samples: 20_000, rowsTotal: 20_000 });
});

test('the turns of one file count together for the time that a check may take', async () => {
  const { id } = await waiting(20_000);
  await makeLong([id]);
  const found = {
    rows: 5000,
    badRows: 0,
    problemCount: 0,
    problems: [],
    samples: 5000,
    oldSamples: 0,
    ambiguousRows: 0,
  };
  const checked = JSON.stringify({
    found: { ...found, devices: [], firstTime: 0, lastTime: 0 },
    ms: 300_000,
  });
  await db.updateTable('imports').set({ checked }).where('id', '=', id).execute();
  await imports.runLong(id, never);
  expect(await runOf(id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('too much time'),
  });
});

test('the next turn is an older organisation’s, and of equals that of whom was given least lately', async () => {
  await sql`DELETE FROM jobs.job WHERE name = 'imports.runLong'`.execute(db);
  const all: Awaited<ReturnType<typeof waiting>>[] = [];
  for (let n = 0; n < 4; n += 1) all.push(await waiting(10));
  const [often, seldom, old, oldOften] = all;
  await ageOrganisation(platform, old!.organisation.id);
  await ageOrganisation(platform, oldOften!.organisation.id);
  const add = ({ id }: { id: number }, ms: number) => goOnAmongLong(db, { id, ms, now: clock.now() });
  await add(often!, 20_000);
  await add(seldom!, 10_000);
  await add(oldOften!, 200_000);
  await add(old!, 10_000);
  const priorities = await Promise.all(all.map(({ id }) => jobsOf(id)));
  expect(priorities.flat()).toHaveLength(4);
  const ranked = all.toSorted((a, b) => priorities[all.indexOf(b)]![0]! - priorities[all.indexOf(a)]![0]!);
  expect(ranked.map(({ id }) => id)).toEqual([old, oldOften, seldom, often].map((one) => one!.id));
  // The new one that works lets all go first; the old one that was given most goes before it however long it worked.
  expect(await giveWay(db, { id: often!.id, ms: 15_000, now: clock.now() })).toBe(true);
  await sql`DELETE FROM jobs.job WHERE name = 'imports.runLong' AND data->>'importId' = ${String(old!.id)}`.execute(
    db,
  );
  expect(await giveWay(db, { id: oldOften!.id, ms: 60_000, now: clock.now() })).toBe(false);
  // What was given is forgotten: a newcomer of hours ago goes before one who comes again.
  clock.advance(300 * MINUTE);
  await noteWork(db, { id: often!.id, ms: 1, now: clock.now() });
  const { givenMs } = await runOf(often!.id);
  expect(givenMs).toBeLessThan(2);
});

test('what one import of an organisation was given counts for its others that wait', async () => {
  await sql`DELETE FROM jobs.job WHERE name = 'imports.runLong'`.execute(db);
  const [first, second, other] = [await waiting(10), await waiting(10), await waiting(10)];
  const { organisationId } = await runOf(first.id);
  await db.updateTable('imports').set({ organisationId }).where('id', '=', second.id).execute();
  for (const { id } of [second, other]) await goOnAmongLong(db, { id, ms: 10_000, now: clock.now() });
  await goOnAmongLong(db, { id: first.id, ms: 10_000, now: clock.now() });
  const [[own], [others]] = [await jobsOf(second.id), await jobsOf(other.id)];
  expect(own).toBeLessThan(others!);
  expect(await jobsOf(first.id)).toEqual([own]);
});
