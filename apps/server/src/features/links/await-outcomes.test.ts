import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { createCommandBook } from './index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

let statements = 0;
const counted = platform.db.withPlugin({
  transformQuery: ({ node }) => ((statements += 1), node),
  transformResult: ({ result }) => Promise.resolve(result),
});
const book = createCommandBook({ ...platform, db: counted });

async function openCommand(): Promise<number> {
  const { id } = await makeDevice(platform, { organisationId: (await makeOrganisation(platform)).id });
  const opened = await book.open({
    to: { actor: systemActor, deviceId: id },
    request: { type: 'command', name: 'standby', params: {} },
    timeoutMs: 60_000,
    idempotencyKey: randomUUID(),
  });
  if (!('id' in opened)) throw new Error(`not opened: ${JSON.stringify(opened)}`);
  return opened.id;
}

test('however many wait for what becomes of commands, the database is asked for all of them together', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, openCommand));
  const before = statements;
  const outcomes = [...ids, ...ids, ...ids].map((id) => book.outcome(id));
  await delay(500);
  expect(statements - before).toBeLessThanOrEqual(6);
  for (const id of ids) {
    const request = { type: 'command', name: 'standby', params: {} } as const;
    await book.end(id, request, { ok: true, result: id });
  }
  expect(await Promise.all(outcomes)).toEqual(
    [...ids, ...ids, ...ids].map((id) => ({ ok: true, result: id, command: { id, state: 'done' } })),
  );
  // Of one that is gone nobody waits, and later ones are looked for as well.
  expect(await book.outcome(ids[0]!)).toMatchObject({ ok: true, result: ids[0] });
  expect(await book.outcome(2 ** 40)).toMatchObject({ ok: false, sent: false, command: null });
});
