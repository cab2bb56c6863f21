import type { Ownership } from '../../platform/ownership/ownership.ts';
import { partitionOf, stationPartition } from '../../platform/ownership/partitions.ts';
import type { FleetDevice } from './fleet.ts';
import type { OpenFleet } from './open-fleet.ts';

interface Owned {
  fleet: OpenFleet;
  stop(): void;
}

/**
 * The devices and stations that this server decides over. `taken` hears of devices that came from another server's part of the fleet, after
 * everybody has heard of the change.
 */
export function ownedFleet(
  fleet: OpenFleet,
  { partitions, isSole }: Pick<Ownership, 'partitions' | 'isSole'>,
  taken: (deviceIds: readonly number[]) => void,
): Owned {
  if (isSole) return { fleet, stop: () => undefined };
  const owns = (device: FleetDevice | undefined) =>
    device !== undefined && partitions.has(partitionOf(device));
  const ownsStation = (id: number) => partitions.has(stationPartition(id));
  const isOwn = (id: number) => owns(fleet.device(id));
  const own = new Set<number>();
  let newest = 0;
  for (const device of fleet.devices()) {
    newest = Math.max(newest, device.id);
    if (owns(device)) own.add(device.id);
  }
  const listeners = new Set<Parameters<OpenFleet['onChange']>[0]>();
  const end = fleet.onChange((change) => {
    for (const listener of listeners) listener(change);
    const came: number[] = [];
    for (const id of change.devices) {
      const isNew = id > newest;
      newest = Math.max(newest, id);
      if (!isOwn(id)) own.delete(id);
      else if (!own.has(id)) {
        own.add(id);
        if (!isNew) came.push(id);
      }
    }
    if (came.length > 0) taken(came);
  });
  return {
    fleet: {
      directory: fleet.directory,
      device: (id) => (isOwn(id) ? fleet.device(id) : undefined),
      entry: (id) => (isOwn(id) ? fleet.entry(id) : undefined),
      station: (id) => (ownsStation(id) ? fleet.station(id) : undefined),
      devicesOf: (id) => (ownsStation(id) ? fleet.devicesOf(id) : []),
      childrenOf: (id) => fleet.childrenOf(id),
      devices: () => only(fleet.devices(), owns),
      stations: () => only(fleet.stations(), ({ id }) => ownsStation(id)),
      zoneOf: (device) => fleet.zoneOf(device),
      ensure: (ids) => fleet.ensure(ids),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: () => fleet.stop(),
    },
    stop: end,
  };
}

function* only<T>(all: Iterable<T>, belongs: (one: T) => boolean): Generator<T, undefined> {
  for (const one of all) if (belongs(one)) yield one;
}
