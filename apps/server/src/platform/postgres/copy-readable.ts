import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';

/** The version of the package whose root this is. */
export async function versionOf(root: string): Promise<string> {
  return (JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Copies a folder to a new one whose name begins with `prefix`; everybody may read the copy, whatever mask the source was installed with. */
export async function copyReadable(source: string, prefix: string): Promise<string> {
  const target = await mkdtemp(prefix);
  await copyInto(source, target);
  return target;
}

async function copyInto(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else if (entry.isDirectory()) {
      await mkdir(to);
      await copyInto(from, to);
    } else {
      await copyFile(from, to);
      await chmod(to, ((await lstat(from)).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
  await chmod(target, 0o755);
}

/** Whether two folders hold the same files with the same sizes. */
export async function sameFiles(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([list(one), list(other).catch(() => '')]);
  return first === second;
}

/** Whether a folder holds every file of the source with the same size, whatever else it holds. */
export async function holdsFiles(source: string, folder: string): Promise<boolean> {
  for (const name of await readdir(source, { recursive: true })) {
    const wanted = await lstat(path.join(source, name));
    const found = await lstat(path.join(folder, name)).catch(() => undefined);
    if (wanted.isFile() && found?.size !== wanted.size) return false;
  }
  return true;
}

async function list(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(path.join(folder, name));
      return `${name} ${found.isFile() ? found.size : 'other'}`;
    }),
  );
  return sizes.join('\n');
}
