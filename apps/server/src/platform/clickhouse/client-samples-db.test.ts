import type { ClickHouseClient } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { clientSamplesDb } from './client-samples-db.ts';

/** A store that answers every question with these words. */
const answering = (text: string) =>
  clientSamplesDb({
    kind: 'embedded',
    client: {
      query: () => Promise.resolve({ text: () => Promise.resolve(text) }),
    } as unknown as ClickHouseClient,
    insertNative: () => Promise.resolve(),
    inserted: () => Promise.resolve(),
    keepDefinitions: () => Promise.resolve(),
    mend: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  });

test('rows are lines, and none is no row', async () => {
  expect(await answering('{"a":1}\n{"a":2}\n').query('SELECT')).toEqual([{ a: 1 }, { a: 2 }]);
  expect(await answering('').query('SELECT')).toEqual([]);
});

test('columns that were left out of an answer without rows are empty', async () => {
  expect(await answering('{"meta":[{"name":"a"}],"data":{}}').columns('SELECT')).toEqual({ a: [] });
});

test('an answer that breaks off is refused with the reason at its end', async () => {
  const refused = expect.objectContaining({ key: 'storeUnavailable' });
  const rows = answering('{"a":1}\n{"a":\nCode: 241. Memory limit exceeded');
  await expect(rows.query('SELECT')).rejects.toEqual(refused);
  await expect(rows.query('SELECT')).rejects.toMatchObject({
    values: { reason: expect.stringContaining('Memory limit exceeded') },
  });
  await expect(answering('{"meta":[{"name":"a"}],"data":{"a":[1').columns('SELECT')).rejects.toEqual(refused);
});
