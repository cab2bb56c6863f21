import { expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { createGatheredTurns, type GatheredOptions } from './gathered-turns.ts';
import { createTurns } from './turns.ts';

const asText = async (items: readonly number[]): Promise<(string | AppError)[]> => items.map(String);

function gathered({ serve = asText, ...options }: Partial<GatheredOptions<number, string>> = {}) {
  const served: number[][] = [];
  const { take } = createGatheredTurns<number, string>({
    turns: createTurns({ atOnce: 1 }),
    mostOfOne: 3,
    mostWaiting: 5,
    ...options,
    serve: (items) => {
      served.push([...items]);
      return serve(items);
    },
  });
  return { take, served };
}

it('serves together what one sender brings at the same time, as many as a turn may have', async () => {
  const { take, served } = gathered();
  const answers = await Promise.all([1, 2, 3, 4].map((item) => take('a', item)));
  expect(answers).toEqual(['1', '2', '3', '4']);
  expect(served).toEqual([[1, 2, 3], [4]]);
});

it('lets another sender have a turn between two of one that brings much', async () => {
  const { take, served } = gathered();
  await Promise.all([...[1, 2, 3, 4, 5].map((item) => take('a', item)), take('b', 9)]);
  expect(served).toEqual([[1, 2, 3], [9], [4, 5]]);
});

it('serves items of one key in different turns', async () => {
  const { take, served } = gathered({ keyOf: (item) => item % 10 });
  await Promise.all([1, 2, 11, 3].map((item) => take('a', item)));
  expect(served).toEqual([
    [1, 2],
    [11, 3],
  ]);
});

it('rejects an item that was answered with an error, and no other', async () => {
  const { take } = gathered({
    serve: async (items) => items.map((item) => (item === 2 ? new AppError('notFound') : String(item))),
  });
  const answers = await Promise.allSettled([1, 2, 3].map((item) => take('a', item)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('serves each item alone after a turn that failed, where it may', async () => {
  const serve = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('two cannot be served');
    return items.map(String);
  };
  const statusesOf = async (aloneAfterFailure: boolean) => {
    const { take } = gathered({ serve, aloneAfterFailure });
    const answers = await Promise.allSettled([1, 2, 3].map((item) => take('a', item)));
    return answers.map(({ status }) => status);
  };
  expect(await statusesOf(true)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await statusesOf(false)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('refuses at once what a sender brings beyond what may wait', async () => {
  const { take } = gathered();
  const waiting = [1, 2, 3, 4, 5].map((item) => take('a', item));
  expect(() => take('a', 6)).toThrow(new AppError('tooManyRequests').message);
  await expect(take('b', 7)).resolves.toBe('7');
  await Promise.all(waiting);
});

it('rejects all that wait of a sender that gets no turn, and serves it again later', async () => {
  const turns = createTurns({ atOnce: 1, waitingEach: 0 });
  const held = Promise.withResolvers<void>();
  const holding = turns.take('somebody else', () => held.promise);
  const { take } = gathered({ turns });
  const answers = await Promise.allSettled([take('a', 1), take('a', 2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  held.resolve();
  await holding;
  await expect(take('a', 3)).resolves.toBe('3');
});
