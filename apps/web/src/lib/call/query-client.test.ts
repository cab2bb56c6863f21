import { CallError } from '@sunfleet/api-client';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { callKey } from './use-call.ts';

const STATION = callKey('getStation', { params: { id: 1 } });
const ACCOUNT = callKey('personalInfo', {});

/** What a cache holds of a station and the account after a new read of the station failed. */
async function refused(error: CallError) {
  const client = createQueryClient();
  client.setQueryData(STATION, { name: 'Roof' } as never);
  client.setQueryData(ACCOUNT, { name: 'Me' } as never);
  const queryFn = async () => {
    throw error;
  };
  await expect(client.fetchQuery({ queryKey: STATION, queryFn, staleTime: 0 })).rejects.toBe(error);
  return {
    station: client.getQueryData(STATION),
    accountAgain: client.getQueryState(ACCOUNT)?.isInvalidated,
  };
}

test('what is not there any more leaves the cache', async () => {
  const error = new CallError('refused', { code: 40401, error: 'stationNotFound' });
  expect(await refused(error)).toEqual({ station: undefined, accountAgain: false });
});

test('a permission that is missing makes the account be read again', async () => {
  const error = new CallError('refused', { code: 40300, error: 'noDataPermission' });
  expect(await refused(error)).toEqual({ station: undefined, accountAgain: true });
});

test('a lost connection or a fault of the server takes nothing away', async () => {
  const station = { name: 'Roof' };
  expect(await refused(new CallError('offline'))).toEqual({ station, accountAgain: false });
  expect(await refused(new CallError('refused', { code: 50000, error: 'internal' }))).toEqual({
    station,
    accountAgain: false,
  });
});

test('a read that found no server is made again, one that the server refused is not', async () => {
  const client = createQueryClient();
  const answers = [new CallError('offline'), new CallError('badAnswer', { code: 502 }), 'read'];
  const queryFn = vi.fn<() => Promise<unknown>>(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(await client.fetchQuery({ queryKey: STATION, queryFn })).toBe('read');
  expect(queryFn).toHaveBeenCalledTimes(3);
  const refusing = vi.fn<() => Promise<unknown>>(() =>
    Promise.reject(new CallError('refused', { code: 50000 })),
  );
  await expect(client.fetchQuery({ queryKey: ACCOUNT, queryFn: refusing })).rejects.toBeDefined();
  expect(refusing).toHaveBeenCalledTimes(1);
});

test('what was being read for the first time as it went out of date is read once more', async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const waiting = [...answers];
  const queryFn = vi.fn<() => Promise<string>>(() => waiting.shift()!.promise);
  const leave = new QueryObserver(client, { queryKey: STATION, queryFn }).subscribe(() => {});
  const invalidated = client.invalidateQueries({ queryKey: STATION });
  expect(queryFn).toHaveBeenCalledTimes(1);
  answers[0].resolve('before the change');
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  answers[1].resolve('after it');
  await invalidated;
  expect(client.getQueryData(STATION)).toBe('after it');
  leave();
});
