import { beforeEach } from 'vitest';
import type { Fleet } from '../../fleet/index.ts';

/** The fleet without what the tests of its file before the running one left: each would compute all of it again. */
export function fleetOfTest(fleet: Fleet): Pick<Fleet, 'station' | 'stations' | 'devicesOf'> {
  let former: ReadonlySet<number> = new Set();
  beforeEach(() => {
    former = new Set([...fleet.stations()].map(({ id }) => id));
  });
  return {
    station: (id) => (former.has(id) ? undefined : fleet.station(id)),
    stations: () => [...fleet.stations()].filter(({ id }) => !former.has(id)).values(),
    devicesOf: (id) => fleet.devicesOf(id),
  };
}
