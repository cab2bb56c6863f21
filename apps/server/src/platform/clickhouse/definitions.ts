import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncPath, syncTree } from '../sync-files.ts';

/**
 * The engine keeps the definition of each database and table in a small file, and does not open at all when one of them is
 * empty, as a power cut may leave it. A synced copy beside the engine lets the start put such a file back.
 */
export interface DefinitionPlaces {
  engine: string;
  copy: string;
}

export interface Mended {
  /** Files that were put back, relative to the engine's directory. */
  restored: readonly string[];
  /** Where an engine went whose first start was cut off before anything could be stored in it. */
  setAside: string | undefined;
}

/** Puts spoiled definitions back from the copy. Call before the engine opens. */
export async function mendDefinitions({ engine, copy }: DefinitionPlaces): Promise<Mended> {
  const kept = await definitionFiles(copy);
  if (kept.length === 0) return { restored: [], setAside: await setUnfinishedAside(engine) };
  const restored: string[] = [];
  for (const file of kept) {
    if (!(await isSpoiled(path.join(engine, file))) || (await wasDropped(engine, copy, file))) continue;
    await mkdir(path.dirname(path.join(engine, file)), { recursive: true });
    await cp(path.join(copy, file), path.join(engine, file));
    await syncPath(path.join(engine, file));
    restored.push(file);
  }
  return { restored, setAside: undefined };
}

/** Renews the copy where a definition changed, and makes everything that the engine wrote so far durable first. */
export async function keepDefinitions({ engine, copy }: DefinitionPlaces): Promise<void> {
  const files = await definitionFiles(engine);
  const kept = await definitionFiles(copy);
  const texts = await Promise.all(files.map((file) => read(engine, file)));
  const known = await Promise.all(files.map((file) => read(copy, file)));
  const gone = kept.filter((file) => !files.includes(file));
  if (gone.length === 0 && texts.every((text, index) => text === known[index])) return;
  await syncTree(engine);
  for (const [index, file] of files.entries()) {
    const target = path.join(copy, file);
    await mkdir(path.dirname(target), { recursive: true });
    // Renamed into place: whenever the power fails, the copy is the old one or the new one.
    await writeFile(`${target}.new`, texts[index] ?? '', { flush: true });
    await rename(`${target}.new`, target);
  }
  for (const file of gone) await rm(path.join(copy, file), { force: true });
  await syncTree(copy);
  await syncPath(path.dirname(copy));
}

/** Before the first copy nothing was stored: an engine with spoiled definitions was cut off while it was made. */
async function setUnfinishedAside(engine: string): Promise<string | undefined> {
  const files = await definitionFiles(engine);
  const spoiled = await Promise.all(files.map((file) => isSpoiled(path.join(engine, file))));
  if (!spoiled.includes(true)) return undefined;
  const { mtimeMs } = await stat(engine);
  const aside = `${engine}.unfinished-${Math.round(mtimeMs)}`;
  await rename(engine, aside);
  return aside;
}

async function definitionFiles(root: string): Promise<string[]> {
  const below = async (folder: string) =>
    (await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])).map((entry) => ({
      directory: entry.isDirectory(),
      file: path.join(folder, entry.name),
    }));
  const databases = (await below('metadata')).filter(({ directory }) => !directory);
  const places = await Promise.all((await below('store')).map(({ file }) => below(file)));
  const inside = await Promise.all(places.flat().map(({ file }) => below(file)));
  return [...databases, ...inside.flat().filter(({ directory }) => !directory)]
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.sql') || path.basename(file) === FORMAT_VERSION)
    .toSorted();
}

/** Whether the engine removed the table before the copy heard of it; it keeps such definitions elsewhere for a while. */
async function wasDropped(engine: string, copy: string, file: string): Promise<boolean> {
  const id = /UUID '([0-9a-f-]+)'/.exec((await read(copy, file)) ?? '')?.[1];
  const dropped = await readdir(path.join(engine, 'metadata_dropped')).catch(() => []);
  return id !== undefined && dropped.some((name) => name.includes(id));
}

const FORMAT_VERSION = 'format_version.txt';

async function isSpoiled(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return path.basename(file) === FORMAT_VERSION ? !/^\d+/.test(text) : !text.startsWith('ATTACH');
}

function read(root: string, file: string): Promise<string | undefined> {
  return readFile(path.join(root, file), 'utf8').catch(() => undefined);
}
