import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { holdFile, type HeldFile, type Packing } from './held-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The build writes these beside a file that is worth it. */
const ENDINGS: Readonly<Record<string, Packing>> = { '.br': 'br', '.gz': 'gzip' };
/** Files that are open while they are read at the start. */
const READ_AT_ONCE = 16;

/** Reads the built web, a few megabytes, once: by the path within it, as in an address. */
export async function readWebFiles(root: string): Promise<Map<string, HeldFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const limit = pLimit(READ_AT_ONCE);
  const read = await limit.map(names, async (name) => [name, await readFile(name)] as const);
  const contents = new Map(read);
  const files = new Map<string, HeldFile>();
  for (const [name, bytes] of contents) {
    const { dir, name: base, ext } = path.parse(name);
    // The packed form of another one, which is sent in its place.
    if (ENDINGS[ext] && contents.has(path.join(dir, base))) continue;
    const address = path.relative(root, name).split(path.sep).join('/');
    files.set(
      address,
      holdFile({
        type: TYPES[ext] ?? 'application/octet-stream',
        cacheControl: cacheControlOf(address),
        bytes,
        packed: packedOf(name, contents),
      }),
    );
  }
  return files;
}

function cacheControlOf(address: string): string {
  if (address.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  // Browsers ask for the icon again whenever the address changes, as with each page.
  return address === 'favicon.svg' ? 'public, max-age=86400' : 'no-cache';
}

function packedOf(name: string, contents: ReadonlyMap<string, Buffer>): Map<Packing, Promise<Buffer>> {
  const packed = new Map<Packing, Promise<Buffer>>();
  for (const [ending, packing] of Object.entries(ENDINGS)) {
    const bytes = contents.get(`${name}${ending}`);
    if (bytes) packed.set(packing, Promise.resolve(bytes));
  }
  return packed;
}
