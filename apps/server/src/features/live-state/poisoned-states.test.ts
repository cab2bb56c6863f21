import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { announcer } from './announce-states.ts';
import { keepExpectations } from './keep-expectations.ts';
import type { FleetStates } from './state-book.ts';

/** Stations and devices of which the first fails, whatever is asked of it. */
function failing() {
  const asked: number[] = [];
  const ask = (id: number) => {
    asked.push(id);
    if (id === 1) throw new Error('poison');
    return undefined;
  };
  const fleet = { device: ask, station: ask, stations: () => [{ id: 1 }, { id: 2 }] };
  const book = { fleet, device: ask, station: () => undefined, turn: ask };
  const changed = { changedDevices: new Set([1, 2]), changedStations: new Set([1, 2]) };
  const errors: unknown[] = [];
  const platform = {
    bus: { publish: () => undefined, subscribe: () => () => undefined },
    clock: { now: () => 0 },
    log: { error: (told: unknown) => errors.push(told), warn: (told: unknown) => errors.push(told) },
    samples: { query: async () => [], columns: async () => ({}) },
  } as unknown as Platform;
  return { asked, errors, platform, book: { ...book, ...changed } as unknown as FleetStates };
}

test('a state that cannot be announced keeps no other one waiting', () => {
  const { platform, book, errors } = failing();
  const announce = announcer(platform, book, { devices: new Map(), stations: new Map() }, () => 0);
  expect(announce()).toBe(false);
  expect(errors).toHaveLength(2);
});

test('a station that cannot be expected of keeps no other one waiting', async () => {
  const { platform, book, asked, errors } = failing();
  const expectations = keepExpectations(platform, {
    book,
    due: () => undefined,
    readComputed: async () => {},
  });
  await expectations.stop();
  asked.length = errors.length = 0;
  await expectations.round();
  expect(asked).toContain(2);
  expect(errors).toHaveLength(1);
});
