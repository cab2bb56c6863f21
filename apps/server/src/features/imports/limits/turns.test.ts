import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

test('a few run at a time, one of each key, and a key that waits for itself holds up no other', async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const works = ['a1', 'a2', 'b1', 'c1'].map((name) => ({ name, ...held() }));
  const done = works.map(({ name, ended }) =>
    turns(name[0]!, () => {
      begun.push(name);
      return ended;
    }),
  );
  const [a1, a2, b1, c1] = works;
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  b1!.end();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
  a1!.end();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  a2!.end();
  c1!.end();
  await Promise.all(done);
});

test('work that fails gives its turn on', async () => {
  const turns = createTurns(1);
  await expect(turns('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns('a', () => Promise.resolve('next'))).toBe('next');
});
