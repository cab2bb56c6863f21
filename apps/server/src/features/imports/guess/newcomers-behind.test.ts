import type { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { ageOrganisation } from '../../../../test/age-organisation.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation } from '../../../../test/makers.ts';
import { createImports } from '../create-imports.ts';
import type { FileReader } from '../process/file-reader.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

test('files that an organisation of more than a month looks through wait behind one of new ones, however many of these came before', async () => {
  const ends: (() => void)[] = [];
  const reader = {
    preview(file: Readable) {
      // There is no such file.
      file.on('error', () => undefined);
      return new Promise<void>((end) => ends.push(end));
    },
  } as unknown as FileReader;
  let answered = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      answered += 1;
      return Promise.resolve(result);
    },
  });
  const { look } = createImports({ ...platform, db: counting }, reader);
  const done: string[] = [];
  const ask = async (name: string, isOld = false) => {
    const { id } = await makeOrganisation(platform);
    if (isOld) await ageOrganisation(platform, id);
    return look({ organisationId: id, userId: null }, 'f'.repeat(32)).then(() => void done.push(name));
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < 12; n += 1) all.push(ask(`new ${n}`));
  await expect.poll(() => ends.length).toBe(2);
  await expect.poll(() => answered).toBe(12);
  all.push(ask('old', true));
  await expect.poll(() => answered).toBe(13);
  for (let ended = 0; ended < 13; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    const before = done.length;
    ends.shift()!();
    await expect.poll(() => done.length).toBe(before + 1);
  }
  await Promise.all(all);
  expect(done.indexOf('old')).toBeLessThan(5);
});
