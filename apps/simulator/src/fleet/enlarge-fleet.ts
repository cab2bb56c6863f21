import type { Fleet, FleetDevice, FleetStation } from '../../fleets/schema.ts';
import { scatter } from '../physics/noise.ts';

/** Serial numbers of one copy of the fleet; the next copy begins so much higher. */
const COPY = 1_000_000;

/**
 * A fleet of `count` stations: the first ones of the description, then copies of them some kilometres away with serial numbers
 * of their own and nothing wrong. A platform that does not know the copies sees devices that are connected and not bound.
 */
export function enlargeFleet(fleet: Fleet, count: number): Fleet {
  const { stations } = fleet;
  if (stations.length === 0) return fleet;
  return {
    ...fleet,
    stations: Array.from({ length: count }, (_, index) => {
      const copy = Math.floor(index / stations.length);
      const station = stations[index % stations.length]!;
      return copy === 0 ? station : copyOf(station, copy);
    }),
  };
}

function copyOf(station: FleetStation, copy: number): FleetStation {
  const name = `${station.name} ${copy + 1}`;
  return {
    ...station,
    name,
    owner: null,
    shared: false,
    latitude: Math.min(89, Math.max(-89, station.latitude + scatter(name, 1) - 0.5)),
    longitude: ((station.longitude + scatter(name, 2) - 0.5 + 540) % 360) - 180,
    devices: station.devices.map((device) => copyDevice(device, copy)),
  };
}

function copyDevice(device: FleetDevice, copy: number): FleetDevice {
  const shift = (sn: string) => sn.replace(/\d+$/, (digits) => String(Number(digits) + copy * COPY));
  return {
    ...device,
    sn: shift(device.sn),
    parentSn: device.parentSn === null ? null : shift(device.parentSn),
    fault: null,
  };
}
