import { createHash } from 'node:crypto';
import type { BenchServer } from '../bench-server.ts';

export const INGEST_KEY = 'sfk_the_key_of_the_bench';

/** Makes an organisation and its key for agents; the platform keeps the SHA-256 of a key. */
export async function makeIngestKey({ sql }: BenchServer): Promise<void> {
  const hash = createHash('sha256').update(INGEST_KEY).digest();
  await sql(
    `WITH made AS (INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/') RETURNING id)
     INSERT INTO ingest_keys (organisation_id, name, key_hash) SELECT id, 'bench', $1 FROM made`,
    [hash],
  );
  await sql(`UPDATE organisations SET path = '/' || id || '/' WHERE code = 'BENCH'`);
}
