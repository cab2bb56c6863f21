import { POINTS, type PointGroup } from '../catalogue/points.ts';
import { planReads, type PointGroupName } from './plan-reads.ts';
import type { Profile } from './schema.ts';

/** What the platform shows and judges of each kind of device, and misses where a profile does not read it. */
const NEEDED: Readonly<Record<Profile['deviceKind'], readonly string[]>> = {
  inverter: [
    'serialNumber',
    'state',
    'ac.power',
    'ac.frequency',
    'ac.l1.voltage',
    'pv1.voltage',
    'pv1.current',
    'temp.inverter',
    'energy.day',
    'energy.total',
  ],
  hybrid: [
    'serialNumber',
    'state',
    'ac.power',
    'ac.l1.voltage',
    'pv1.voltage',
    'grid.power',
    'load.power',
    'battery.soc',
    'battery.power',
    'battery.voltage',
    'energy.total',
    'energy.charge.total',
    'energy.discharge.total',
    'energy.import.total',
    'energy.export.total',
  ],
  micro: ['serialNumber', 'state', 'ac.power', 'ac.l1.voltage', 'pv1.voltage', 'energy.day', 'energy.total'],
  meter: ['meter.power', 'meter.l1.voltage', 'meter.energy.import', 'meter.energy.export'],
  battery: ['battery.soc', 'battery.power', 'battery.voltage', 'battery.temp'],
  weather: ['irradiance.poa', 'temp.module', 'temp.ambient'],
};

export interface ProfileCoverage {
  id: string;
  deviceKind: Profile['deviceKind'];
  /** Points that it reads or computes, by group of the catalogue; SunSpec devices tell by themselves which they have. */
  points: Partial<Record<PointGroup, number>> | 'bySunSpec';
  /** What is shown and judged of this kind of device and not read here. */
  missing: string[];
  faults: number;
  parameters: number;
  /** Requests of a whole poll by how often the points are read. */
  requests: Readonly<Record<PointGroupName, number>> | 'bySunSpec';
  verified: number;
}

/** What the platform gets from devices of a profile, and what it does not. */
export function profileCoverage(profile: Profile): ProfileCoverage {
  const { id, deviceKind, faults, writes, verified, sunspec } = profile;
  const keys = new Set([...profile.points, ...profile.derived].map(({ key }) => key));
  return {
    id,
    deviceKind,
    points: sunspec ? 'bySunSpec' : countByGroup(keys),
    missing: sunspec ? [] : NEEDED[deviceKind].filter((key) => !keys.has(key)),
    faults: faults.length,
    parameters: writes.length,
    requests: sunspec
      ? 'bySunSpec'
      : {
          fast: requestsOf(profile, 'fast'),
          slow: requestsOf(profile, 'slow'),
          once: requestsOf(profile, 'once'),
        },
    verified: verified.length,
  };
}

function countByGroup(keys: ReadonlySet<string>): Partial<Record<PointGroup, number>> {
  const counts: Partial<Record<PointGroup, number>> = {};
  for (const { key, group } of POINTS) if (keys.has(key)) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

const requestsOf = (profile: Profile, group: PointGroupName) =>
  planReads(profile, { groups: [group] }).length;
