import { expect, test } from 'vitest';
import type pg from 'pg';
import { requireVersion } from './require-version.ts';

const answering = (version: string) =>
  ({ query: async () => ({ rows: [{ version }] }) }) as unknown as pg.ClientBase;

test('a PostgreSQL that is too old is refused in words', async () => {
  await expect(requireVersion(answering('15.14 (Debian 15.14-0+deb12u1)'))).rejects.toThrow(
    'PostgreSQL 17 or newer is needed; the one of DATABASE_URL is 15.14',
  );
  for (const version of ['17.6', '18.4', '18beta1']) await requireVersion(answering(version));
});
