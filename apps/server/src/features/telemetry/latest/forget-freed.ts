import type { OpenFleet } from '../../fleet/index.ts';
import type { Latest } from './latest-store.ts';

/**
 * Lets go of the newest values of a device that left its owner, and again at each change of it until it has another one: the job that deletes
 * its measurements announces a change when they are gone, and what is asked for after that is read again. Answers the function that ends it.
 */
export function forgetFreed(fleet: OpenFleet, latest: Pick<Latest, 'forget'>): () => void {
  const hasHome = (id: number) => {
    const { stationId = null, organisationCode = null } = fleet.device(id) ?? {};
    return stationId !== null || organisationCode !== null;
  };
  const owned = new Set([...fleet.devices()].map(({ id }) => id).filter(hasHome));
  const freed = new Set<number>();
  return fleet.onChange(({ devices }) => {
    for (const id of devices) {
      if (hasHome(id)) {
        owned.add(id);
        freed.delete(id);
      } else if (owned.delete(id)) freed.add(id);
      if (freed.has(id)) latest.forget(id);
    }
  });
}
