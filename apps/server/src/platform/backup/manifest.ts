import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { messageOf } from '../errors.ts';
import { writeDurably } from '../postgres/write-durably.ts';
import { syncTree } from '../sync-files.ts';

const FILE = 'manifest.json';
const counts = z.record(z.string(), z.number().int().min(0));

const schema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  version: z.string(),
  /** Migrations that the stores had; the same ones are applied before rows are put back. */
  migrations: z.object({ postgres: z.array(z.string()), clickhouse: z.array(z.string()) }),
  /** Rows of each table. */
  rows: z.object({ postgres: counts, clickhouse: counts }),
  /** Columns of each table of PostgreSQL, in the order of its file. */
  columns: z.record(z.string(), z.string()),
  /** Last number that each sequence gave out, read when everything else was taken. */
  sequences: counts,
  /** Every file of the backup but this one. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

/** What a backup holds. It is written last, so a folder without it is no whole backup. */
export type Manifest = z.infer<typeof schema>;

/** Ends a backup: sums of all files, everything on the disk, then the manifest. */
export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, 'files' | 'format'>,
): Promise<Manifest> {
  const files: Manifest['files'] = {};
  for (const name of await filesBelow(folder)) files[name] = await sumOf(path.join(folder, name));
  await syncTree(folder);
  const manifest: Manifest = { format: 1, ...facts, files };
  await writeDurably(path.join(folder, FILE), `${JSON.stringify(manifest, null, 1)}\n`, 0o600);
  return manifest;
}

/** Reads the manifest and compares every file with it. Throws an `Error` for people where anything is not as it was. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const present = new Set(await filesBelow(folder));
  for (const [name, wanted] of Object.entries(manifest.files)) {
    if (!present.has(name)) throw new Error(`This backup is damaged: ${name} is missing.`);
    const { bytes, sha256 } = await sumOf(path.join(folder, name));
    if (bytes !== wanted.bytes || sha256 !== wanted.sha256)
      throw new Error(`This backup is damaged: ${name} is not what was written.`);
  }
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(
      `${folder} is no whole backup: it has no ${FILE}, which is written when everything else is there.`,
    );
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path.join(folder, FILE)} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => name !== FILE)
    .toSorted();
}

async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}
