import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCES = ['apps/web/src', 'apps/server/src', 'packages/device-model/src'];

/** Domains whose keys are data elsewhere and held to it by tests there: error keys, fault texts, point names, messages. */
const BY_DATA = new Set(['errors', 'faults', 'points', 'import-problems', 'rules', 'messages']);

async function readSources(): Promise<string> {
  const texts = SOURCES.map(async (folder) => {
    const names = await readdir(path.join(ROOT, folder), { recursive: true });
    const code = names.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
    return Promise.all(code.map((name) => readFile(path.join(ROOT, folder, name), 'utf8')));
  });
  return (await Promise.all(texts)).flat().join('\n');
}

function keysOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'string' ? [prefix + name] : keysOf(inner as object, `${prefix}${name}.`),
  );
}

test('every text is used by name, or by a name put together in the code', async () => {
  const source = await readSources();
  const named = new Set(
    [...source.matchAll(/['"`]([\w.:-]+)['"`]/g)].map(([, name]) => name!.replace(/^[\w-]+:/, '')),
  );
  const started = [...source.matchAll(/`(?:[\w-]+:)?((?:[\w-]+\.)+[\w-]*)\$\{/g)].map(([, start]) => start!);
  const folder = path.join(ROOT, 'packages/i18n/locales/en-US');
  const unused: string[] = [];
  for (const file of await readdir(folder)) {
    const domain = file.replace('.json', '');
    if (BY_DATA.has(domain)) continue;
    const keys = keysOf(JSON.parse(await readFile(path.join(folder, file), 'utf8')) as object);
    for (const key of keys) {
      const plain = key.replace(/_(zero|one|two|few|many|other)$/, '');
      if (!named.has(plain) && !started.some((start) => plain.startsWith(start)))
        unused.push(`${domain}:${key}`);
    }
  }
  expect(unused).toEqual([]);
});
