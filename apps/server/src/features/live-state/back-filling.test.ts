import { expect, test } from 'vitest';
import { PAST_QUIET_MS, takePast } from './back-filling.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Messages of one device, a minute apart, by how far behind each is. */
const send = (lags: readonly number[]) =>
  lags.reduce<ReturnType<typeof takePast> | undefined>(
    (before, lag, minute) => takePast(before, { lag, now: minute * MINUTE }),
    undefined,
  )!;

test('a device that sends the past of a day within half an hour sends its past all the while', () => {
  const lags = Array.from({ length: 30 }, (_, minute) => 24 * HOUR - minute * 48 * MINUTE);
  expect(send(lags)).toEqual({
    since: 0,
    lag: 24 * HOUR,
    at: 29 * MINUTE,
    until: 29 * MINUTE + PAST_QUIET_MS,
  });
});

test('a device whose clock is three hours slow does not catch up', () => {
  const lags = Array.from({ length: 17 }, () => 3 * HOUR);
  expect(send(lags.slice(0, 16)).until).toBe(15 * MINUTE + PAST_QUIET_MS);
  expect(send(lags)).toMatchObject({ since: 0, until: 0 });
});

test('after a pause it begins again', () => {
  const before = takePast(undefined, { lag: 3 * HOUR, now: 0 });
  expect(takePast(before, { lag: 2 * HOUR, now: PAST_QUIET_MS + 1 })).toMatchObject({
    since: PAST_QUIET_MS + 1,
  });
});
