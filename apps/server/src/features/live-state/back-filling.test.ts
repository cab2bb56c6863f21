import { expect, test } from 'vitest';
import { PAST_QUIET_MS, takePast } from './back-filling.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const silence = 15 * MINUTE;

/** Messages of one device, a minute apart or `every` so many, by how far behind each is. */
const send = (lags: readonly number[], every = 1) =>
  lags.reduce<ReturnType<typeof takePast> | undefined>(
    (before, lag, place) => takePast(before, { lag, now: place * every * MINUTE, silence }),
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

test('nor does one that reports every five minutes', () => {
  expect(
    send(
      [75, 75, 75, 75, 75].map((lag) => lag * MINUTE),
      5,
    ),
  ).toMatchObject({ since: 0, until: 0 });
});

test('after silence it begins again', () => {
  const before = takePast(undefined, { lag: 3 * HOUR, now: 0, silence });
  expect(takePast(before, { lag: 2 * HOUR, now: silence + 1, silence })).toMatchObject({
    since: silence + 1,
  });
});
