import { expect, test, vi } from 'vitest';
import { createBus } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Topics } from '../../platform/topics.ts';
import { announcer } from './announce-states.ts';
import type { FleetStates } from './state-book.ts';

test('devices that change without end keep no station from its turn', () => {
  const bus = createBus<Topics>(() => undefined);
  const book = {
    fleet: { device: () => undefined },
    device: () => undefined,
    turn: () => undefined,
    changedDevices: new Set(Array.from({ length: 1000 }, (_, id) => id)),
    changedStations: new Set([1, 2]),
  };
  const platform = { bus, clock: { now: () => 0 } } as unknown as Platform;
  const announce = announcer(platform, book as unknown as FleetStates, {
    devices: new Map(),
    stations: new Map(),
  });
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1));
  const waits = announce();
  clock.mockRestore();
  expect(waits).toBe(true);
  expect(book.changedDevices.size).toBeGreaterThan(900);
  expect(book.changedStations.size).toBe(0);
});
