import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { systemActor } from '../../platform/actor.ts';
import { maskFor } from '../accounts/index.ts';
import { inverterKpis } from './inverter-kpis.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a station may have more inverters than a statement takes parameters', async () => {
  const inverters = Array.from({ length: 70_000 }, (_, place) => ({
    id: 1_000_000_000 + place,
    kind: 'inverter',
  }));
  const fleet = { devicesOf: () => inverters } as unknown as Parameters<typeof inverterKpis>[1];
  const range = { grain: 'day', from: '2026-06-01', to: '2026-06-01' } as const;
  expect(await inverterKpis(platform, fleet, { station: 1, range, mask: maskFor(systemActor) })).toEqual([]);
});
