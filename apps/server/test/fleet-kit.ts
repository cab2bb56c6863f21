import { FleetIndex } from '../src/features/fleet/fleet-index.ts';
import type { FleetChange, RegisteredDevice } from '../src/features/fleet/index.ts';
import type { AlarmParts } from '../src/features/alarms/create-alarms.ts';

/** A fleet that a test fills; `put` announces the device as changed. */
export function testFleet(): { fleet: AlarmParts['fleet']; put(device: RegisteredDevice): void } {
  const index = new FleetIndex();
  const listeners = new Set<(change: FleetChange) => void>();
  return {
    fleet: {
      device: (id) => index.device(id),
      childrenOf: (id) => index.childrenOf(id),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    put(device) {
      index.putDevice({ device, organisationId: null, secret: undefined, seen: true });
      for (const listener of listeners) listener({ devices: [device.id], stations: [] });
    },
  };
}
