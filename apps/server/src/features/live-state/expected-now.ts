import type { ExpectedBy } from '@sunfleet/contract';
import type { ComputedDay } from '../expected-power/index.ts';
import { RECENT_MS, type DayExpectation } from './day-expectation.ts';

/**
 * What a station should have given up to now. The curve of its day knows what was learned of it, the weather and its neighbours, and is computed each
 * few minutes: what is summed live is added from there on. Alone that counts where the curve is older or knows no more of the light than a clear sky.
 */
export function expectedNow(
  day: DayExpectation,
  computed: ComputedDay | undefined,
): { kwh: number; by: ExpectedBy } {
  const isTold =
    computed?.dayStart === day.dayStart &&
    computed.by !== 'clearSky' &&
    day.until - computed.until < RECENT_MS;
  if (!isTold) return { kwh: day.kwh, by: 2 * day.clear < day.kwh ? 'sensor' : 'clearSky' };
  const since = day.recent.filter(({ from }) => from >= computed.until);
  return { kwh: since.reduce((sum, step) => sum + step.kwh, computed.kwh), by: computed.by };
}
