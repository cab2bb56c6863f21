import { expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

function counted({ keepMs = 1000, most = 2 } = {}) {
  let [now, asked] = [0, 0];
  const answers = createSharedAnswers<number>({
    keepMs,
    most,
    keeps: (answer) => answer >= 0,
    now: () => now,
  });
  const get = (key: string) => answers.get(key, async () => (asked += 1));
  return { answers, get, pass: (ms: number) => void (now += ms) };
}

test('those who ask at once or soon after share an answer; a later one is found again', async () => {
  const { answers, get, pass } = counted();
  expect(answers.known('a')).toBeUndefined();
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
  pass(999);
  expect(await get('a')).toBe(1);
  expect(await answers.known('a')).toBe(1);
  pass(1);
  expect(answers.known('a')).toBeUndefined();
  expect(await get('a')).toBe(3);
});

test('what failed or is not worth keeping is asked for again, and the oldest goes where there are too many', async () => {
  const { answers, get } = counted();
  await expect(answers.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await answers.get('b', async () => -1)).toBe(-1);
  expect(await get('a')).toBe(1);
  await get('b');
  await get('c');
  expect(await get('a')).toBe(4);
  expect(await get('c')).toBe(3);
});
