import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mintMaker } from '../../apps/server/test/firmware-kit.ts';

interface Released {
  name: string;
  version: string;
  model: string;
  bytes: number;
}

/**
 * Puts a released firmware of loggers, signed by a maker of its own, into the library of a server, for every organisation: the pages of the
 * library have journeys of their own. `sql` runs a statement on its database.
 */
export async function releaseFirmware(
  dataDir: string,
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  { name, version, model, bytes }: Released,
): Promise<void> {
  const maker = mintMaker();
  const image = randomBytes(bytes);
  const sha256 = createHash('sha256').update(image).digest('hex');
  const file = `firmware/${sha256}.bin`;
  await mkdir(path.join(dataDir, 'firmware'), { recursive: true });
  await writeFile(path.join(dataDir, file), image);
  const claims = {
    name,
    version,
    component: 'logger' as const,
    models: [model],
    hardware: [],
    fromVersion: null,
    toVersion: null,
    bytes,
    sha256,
  };
  const der = Buffer.from(maker.publicKey.split('\n')[1]!, 'base64');
  await sql(
    `WITH key AS (INSERT INTO firmware_keys (name, public_key) VALUES ($1, $2) RETURNING id)
     INSERT INTO firmware (name, version, component, models, hardware, notes, state, everybody, file, file_name, bytes, sha256, key_id,
       signature, created_at, released_at)
     SELECT $1, $3, 'logger', ARRAY[$4], '{}', '{}', 'released', true, $5, 'image.bin', $6, $7, id, $8, now(), now() FROM key`,
    [name, der.subarray(-32), version, model, file, bytes, sha256, maker.sign(claims)],
  );
}
