import { expect, test, vi } from 'vitest';
import { stationLive } from '../../../test/station-live.ts';
import type { Logger } from '../../platform/log.ts';
import { eventData } from './event-data.ts';

const station = stationLive(1, 5);

test('a field that the contract does not name never reaches a stream', () => {
  const error = vi.fn<Logger['error']>();
  const leaky = { type: 'station' as const, station: { ...station, secretHash: 'abc' }, owner: 7 };
  expect(JSON.parse(eventData(leaky, { error })!)).toEqual({ type: 'station', station });
  expect(error).not.toHaveBeenCalled();
});

test('an event that does not fit is not sent, and the log names the place but no value', () => {
  const error = vi.fn<Logger['error']>();
  const wrong = { type: 'station' as const, station: { ...station, power: 'hidden' as unknown as number } };
  expect(eventData(wrong, { error })).toBeUndefined();
  expect(JSON.stringify(error.mock.calls)).toContain('station.power');
  expect(JSON.stringify(error.mock.calls)).not.toContain('hidden');
});
