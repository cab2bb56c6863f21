import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox, requireSecretKey } from './secret-box.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-box-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const byFile = () => createSecretBox({ dataDir, secretKey: undefined });
const bySetting = (secretKey: string) => createSecretBox({ dataDir, secretKey });

test('what is sealed comes back, also after a restart, and looks different each time', async () => {
  const [one, two] = [await byFile().seal('secret', 'totp:1'), await byFile().seal('secret', 'totp:1')];
  expect(one).not.toEqual(two);
  expect(one.toString('latin1')).not.toContain('secret');
  expect(await byFile().open(one, 'totp:1')).toBe('secret');
  const file = path.join(dataDir, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).length).toBeGreaterThanOrEqual(43);
});

test('another purpose, another key and changed bytes open nothing', async () => {
  const box = bySetting('a setting of at least thirty-two characters');
  const sealed = await box.seal('secret', 'totp:1');
  await expect(box.open(sealed, 'totp:2')).rejects.toThrow();
  await expect(bySetting('another one of thirty-two characters').open(sealed, 'totp:1')).rejects.toThrow();
  await expect(byFile().open(sealed, 'totp:1')).rejects.toThrow();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  await expect(box.open(changed, 'totp:1')).rejects.toThrow();
  expect(await box.open(sealed, 'totp:1')).toBe('secret');
});

test('boxes that are first used at the same moment have one key', async () => {
  const rounds = Array.from({ length: 20 }, (_, n) => path.join(dataDir, `new-${n}`));
  for (const folder of rounds) {
    const boxes = Array.from({ length: 8 }, () => createSecretBox({ dataDir: folder, secretKey: undefined }));
    const keys = await Promise.all(boxes.map((box) => box.derive('the same')));
    expect(new Set(keys).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret.key']);
  }
});

test('a start that ends in the moment in which the key is written leaves none, not an empty one', async () => {
  const folder = path.join(dataDir, 'cut-off');
  const box = path.join(import.meta.dirname, 'secret-box.ts');
  const script = `
    const { createSecretBox } = await import(${JSON.stringify(pathToFileURL(box))});
    await createSecretBox({ dataDir: ${JSON.stringify(folder)} }).derive('anything');
  `;
  // Files of no byte: the system refuses the first that is written.
  const limited = 'ulimit -f 0; exec "$0" --input-type=module -e "$1"';
  const start = spawn('sh', ['-c', limited, process.execPath, script], { stdio: 'ignore' });
  expect(await once(start, 'exit')).not.toEqual([0, null]);
  await expect(stat(folder)).resolves.toBeDefined();
  await expect(stat(path.join(folder, 'secret.key'))).rejects.toThrow('ENOENT');
  await createSecretBox({ dataDir: folder, secretKey: undefined }).derive('anything');
  expect(await readFile(path.join(folder, 'secret.key'), 'utf8')).toHaveLength(43);
});

test('a key that is empty or cut off seals and opens nothing, and no server starts with it', async () => {
  const folder = path.join(dataDir, 'short');
  await mkdir(folder);
  for (const text of ['', '\n', '  \n', 'x'.repeat(31)]) {
    await writeFile(path.join(folder, 'secret.key'), text);
    const config = { dataDir: folder, secretKey: undefined };
    await expect(requireSecretKey(config), JSON.stringify(text)).rejects.toThrow('empty or cut off');
    await expect(createSecretBox(config).seal('secret', 'totp:1')).rejects.toThrow('empty or cut off');
    await expect(createSecretBox(config).derive('anything')).rejects.toThrow('empty or cut off');
    // With a setting the file is not asked.
    await requireSecretKey({ dataDir: folder, secretKey: 'a setting of at least thirty-two characters' });
  }
  await writeFile(path.join(folder, 'secret.key'), `${'x'.repeat(32)}\n`);
  await requireSecretKey({ dataDir: folder, secretKey: undefined });
});
