import { expect, test } from 'vitest';
import { createBus } from '../../platform/bus.ts';
import type { DeviceSighting, Topics } from '../../platform/topics.ts';
import { createSightings } from './sightings.ts';

test('a device that pushes all the time is announced every half minute', () => {
  const bus = createBus<Topics>((_topic, error) => {
    throw error;
  });
  const told: DeviceSighting[] = [];
  bus.subscribe('deviceSeen', (sighting) => told.push(sighting));
  const seen = createSightings({ bus });
  for (const at of [0, 10_000, 29_999, 30_000, 45_000, 60_000]) seen(1, at, 'http');
  seen(2, 15_000, 'influx');
  expect(told.map(({ deviceId, at, connection }) => [deviceId, at, connection])).toEqual([
    [1, 0, 'http'],
    [1, 30_000, 'http'],
    [1, 60_000, 'http'],
    [2, 15_000, 'influx'],
  ]);
});
