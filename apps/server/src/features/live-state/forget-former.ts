import type { OpenFleet } from '../fleet/index.ts';
import type { FleetStates } from './state-book.ts';

/**
 * Lets go of what a device measured for its former owner: of everything once it has left, and, where it has a new owner, of what is older than that,
 * until it is deleted. Answers what does it for devices that have changed.
 */
export function forgetFormer(fleet: OpenFleet, book: FleetStates): (deviceIds: readonly number[]) => void {
  const hasHome = (id: number) => {
    const { stationId = null, organisationCode = null } = fleet.device(id) ?? {};
    return stationId !== null || organisationCode !== null;
  };
  const nobodys = new Set([...fleet.devices()].map(({ id }) => id).filter((id) => !hasHome(id)));
  const since = new Map<number, number>();
  return (deviceIds) => {
    for (const id of deviceIds) {
      const device = fleet.device(id);
      if (!device) continue;
      const { measuredSince } = device;
      const isNew = measuredSince !== undefined && since.get(id) !== measuredSince;
      if (measuredSince === undefined) since.delete(id);
      else since.set(id, measuredSince);
      if (hasHome(id)) {
        nobodys.delete(id);
        if (isNew) book.device(id)?.forgetBefore(measuredSince);
      } else if (!nobodys.has(id)) {
        nobodys.add(id);
        book.device(id)?.forgetBefore(Infinity);
      }
    }
  };
}

/** The same right after the stores were read, which may hold it still. */
export function forgetStored(book: FleetStates, deviceId: number): void {
  const since = book.fleet.device(deviceId)?.measuredSince;
  if (since !== undefined) book.device(deviceId)?.forgetBefore(since);
}
