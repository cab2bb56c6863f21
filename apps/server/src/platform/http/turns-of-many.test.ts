import { expect, test, vi } from 'vitest';
import { createTurnsOfMany } from './turns-of-many.ts';

test('many are changed for two organisations at a time, and who changes few waits for nobody', async () => {
  const ofMany = createTurnsOfMany();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const change = (organisation: string, objects: number) =>
    ofMany({ person: organisation, site: '198.51.100.0/24', organisation }, objects, async () => {
      begun.push(organisation);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [change('a', 1000), change('a', 11), change('b', 11), change('c', 11), change('c', 10)];
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const next of ['a', 'c']) {
    ends.shift()!();
    await vi.waitFor(() => expect(begun.at(-1)).toBe(next));
  }
  expect(begun).toHaveLength(5);
  for (const end of ends) end();
  await Promise.all(all);
});
