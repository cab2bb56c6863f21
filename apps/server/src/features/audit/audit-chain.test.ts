import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { checkAudit } from './check-audit.ts';
import { startAuditSealer } from './index.ts';
import { sealAudit } from './seal-audit.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const write = (action: string) =>
  db
    .insertInto('auditLog')
    .values({
      actorKind: 'system',
      action,
      objectType: 'station',
      objectId: '1',
      before: JSON.stringify({ b: 1, a: 'ü"\\' }),
      after: JSON.stringify({ nested: { z: null, y: [1, 2.5] } }),
      address: '192.0.2.1',
    })
    .execute();
const raw = (text: string) => sql.raw(text).execute(db);
const positions = async () =>
  (await db.selectFrom('auditLog').select('position').orderBy('position').execute()).map(
    (row) => row.position,
  );

beforeAll(async () => {
  for (let i = 0; i < 5; i += 1) await write(`test.${i}`);
});

test('entries wait until they are sealed, and are sealed once', async () => {
  expect(await checkAudit(db)).toEqual({ intact: true, checked: 0, waiting: 5, brokenAt: null });
  await sealAudit(db);
  const before = await db.selectFrom('auditLog').select(['id', 'position', 'seal']).orderBy('id').execute();
  expect(before.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  await sealAudit(db);
  expect(await db.selectFrom('auditLog').select(['id', 'position', 'seal']).orderBy('id').execute()).toEqual(
    before,
  );
  expect(await checkAudit(db)).toEqual({ intact: true, checked: 5, waiting: 0, brokenAt: null });
});

describe('the database refuses', () => {
  test.each([
    ['a change', "UPDATE audit_log SET action = 'other' WHERE position = 2"],
    ['a new seal', 'UPDATE audit_log SET seal = NULL, position = NULL WHERE position = 2'],
    ['a removal', 'DELETE FROM audit_log WHERE position = 2'],
    ['a removal of all', 'TRUNCATE audit_log'],
  ])('%s', async (_name, text) => {
    await expect(raw(text)).rejects.toThrow('never changed or removed');
    expect(await checkAudit(db)).toMatchObject({ intact: true, checked: 5 });
  });

  test('a change of an entry that waits', async () => {
    await write('test.waiting');
    await expect(raw("UPDATE audit_log SET action = 'x' WHERE position IS NULL")).rejects.toThrow(
      'never changed',
    );
    await expect(
      raw("UPDATE audit_log SET position = 99, action = 'x' WHERE position IS NULL"),
    ).rejects.toThrow();
    await expect(raw('DELETE FROM audit_log WHERE position IS NULL')).rejects.toThrow('never changed');
    await sealAudit(db);
  });
});

describe('who goes round the guard is found', () => {
  beforeAll(() =>
    raw('CREATE TABLE audit_copy AS TABLE audit_log; CREATE TABLE head_copy AS TABLE audit_head'),
  );

  const insert = (position: string) =>
    `INSERT INTO audit_log (actor_kind, action, object_type, object_id, position, seal)
     SELECT 'user', 'forged', 'x', '1', ${position}, seal FROM audit_log WHERE position = 3`;
  const cases: [string, string, number | null][] = [
    ['an action that was changed', "UPDATE audit_log SET action = 'x' WHERE position = 3", 3],
    ['a person that was changed', 'UPDATE audit_log SET user_id = 7 WHERE position = 1', 1],
    [
      'a time moved by a microsecond',
      "UPDATE audit_log SET at = at + interval '1 microsecond' WHERE position = 4",
      4,
    ],
    ['a value deep inside', `UPDATE audit_log SET after = '{"nested": {}}' WHERE position = 5`, 5],
    ['a refusal made a success', 'UPDATE audit_log SET allowed = NOT allowed WHERE position = 2', 2],
    ['an id that was changed', 'UPDATE audit_log SET object_id = 2 WHERE position = 2', 2],
    ['an entry removed', 'DELETE FROM audit_log WHERE position = 3', 3],
    ['the first entry removed', 'DELETE FROM audit_log WHERE position = 1', 1],
    ['the last entry removed', 'DELETE FROM audit_log WHERE position = 6', 6],
    ['everything removed', 'DELETE FROM audit_log', 1],
    [
      'an entry removed and the rest moved up',
      'DELETE FROM audit_log WHERE position = 3; UPDATE audit_log SET position = position - 1 WHERE position > 3',
      3,
    ],
    [
      'an entry put in',
      `UPDATE audit_log SET position = position + 100 WHERE position > 2; UPDATE audit_log SET position = position - 99 WHERE position > 100; ${insert('3')}`.replace(
        'WHERE position = 3',
        'WHERE position = 2',
      ),
      3,
    ],
    ['an entry put behind the end', insert('7'), 7],
    [
      'two entries changed places',
      'UPDATE audit_log SET position = 99 WHERE position = 2; UPDATE audit_log SET position = 2 WHERE position = 3; UPDATE audit_log SET position = 3 WHERE position = 99',
      2,
    ],
    ['the end of the chain moved', 'UPDATE audit_head SET position = 5', 6],
    ['the end of the chain removed', 'DELETE FROM audit_head', 1],
    ['nothing', 'SELECT 1', null],
  ];

  test.each(cases)('%s', async (_name, text, brokenAt) => {
    await raw(`ALTER TABLE audit_log DISABLE TRIGGER USER; ${text}`);
    const found = await checkAudit(db);
    await raw(`DELETE FROM audit_log; DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM head_copy;
      INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM audit_copy;
      ALTER TABLE audit_log ENABLE TRIGGER USER`);
    expect(found).toMatchObject({ intact: brokenAt === null, brokenAt });
  });

  test('the command says so and its exit code tells scripts', async () => {
    const run = () =>
      promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'cli/main.ts')], {
        env: { ...process.env, DATABASE_URL: platform.pool.options.connectionString },
      });
    expect((await run()).stdout).toBe('intact: 6 entries sealed, 0 waiting\n');
    await raw(
      "ALTER TABLE audit_log DISABLE TRIGGER USER; UPDATE audit_log SET action = 'x' WHERE position = 4",
    );
    const broken = await run().catch((error: { code: number; stdout: string }) => error);
    await raw(`UPDATE audit_log SET action = audit_copy.action FROM audit_copy WHERE audit_copy.id = audit_log.id;
      ALTER TABLE audit_log ENABLE TRIGGER USER`);
    expect(broken).toMatchObject({ code: 2, stdout: 'broken at 4: the entries before it are intact\n' });
  });
});

test('many writers and two servers that seal make one chain without gaps', async () => {
  const before = (await positions()).length;
  let writing = true;
  const seal = async () => {
    while (writing) await sealAudit(db);
  };
  const sealing = [seal(), seal()];
  const writer = async (n: number) => {
    for (let i = 0; i < 15; i += 1) await write(`writer.${n}`);
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  writing = false;
  await Promise.all(sealing);
  await sealAudit(db);
  const total = before + 60;
  expect(await positions()).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  expect(await checkAudit(db)).toEqual({ intact: true, checked: total, waiting: 0, brokenAt: null });
});

test('more entries than one page are sealed and followed', async () => {
  await raw(`INSERT INTO audit_log (actor_kind, action, object_type, object_id)
    SELECT 'system', 'bulk.write', 'x', n::text FROM generate_series(1, 6000) n`);
  await sealAudit(db);
  expect(await checkAudit(db)).toMatchObject({
    intact: true,
    waiting: 0,
    checked: (await positions()).length,
  });
});

test('what is left is sealed when the server stops', async () => {
  const sealer = startAuditSealer(platform);
  await write('test.last');
  await sealer.stop();
  expect(await checkAudit(db)).toMatchObject({ intact: true, waiting: 0 });
});

test('a new entry is sealed soon, without anybody asking', async () => {
  const sealer = startAuditSealer(platform);
  await write('test.soon');
  const waiting = async () => (await checkAudit(db)).waiting;
  await expect.poll(waiting).toBe(0);
  await sealer.stop();
});
