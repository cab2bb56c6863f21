import type { Communication, DeviceKind, DeviceStatus, RunMode, StationStatus } from '@sunfleet/contract';
import { livesOfSun } from './device-status.ts';

export interface StationFacts {
  devices: readonly { kind: DeviceKind; status: DeviceStatus; silent: boolean }[];
  emergency: number;
  general: number;
}

/** How a station is reached. A station that sleeps is `offlineNormal`. */
export function stationCommunication(facts: StationFacts): Communication {
  const heard = facts.devices.filter((device) => device.status !== 'connecting');
  if (heard.length === 0) return 'never';
  const offline = heard.filter((device) => device.status === 'offline').length;
  if (offline === heard.length) return 'offline';
  if (offline > 0) return 'partly';
  const isHeard = ({ silent, status }: (typeof heard)[number]) => !silent || status === 'backFilling';
  return heard.some(isHeard) ? 'online' : 'offlineNormal';
}

/** Status of a station by precedence: connecting, offline, partly offline, emergency, alarm, standby, normal. */
export function stationStatus(facts: StationFacts): StationStatus {
  const communication = stationCommunication(facts);
  if (communication === 'never') return 'connecting';
  if (communication === 'offline') return 'offline';
  if (communication === 'partly') return 'partlyOffline';
  if (facts.emergency > 0) return 'emergency';
  if (facts.general > 0) return 'alarm';
  const producers = facts.devices.filter(({ kind, status }) => produces(kind) && status !== 'connecting');
  const resting = producers.length > 0 && producers.every((device) => device.status === 'standby');
  return resting ? 'standby' : 'normal';
}

/** Where producers differ: running while one of them runs, else the mode that needs attention most. */
const MODES_BY_RANK: readonly RunMode[] = [
  'running',
  'shutdownFailure',
  'breakdown',
  'burning',
  'checking',
  'poweringUp',
  'waitingGrid',
  'shutdown',
  'standby',
];

/** What a station does, from the run modes of its producers; null while none of them tells one. */
export function stationRunMode(
  devices: readonly { kind: DeviceKind; runMode: RunMode | null }[],
): RunMode | null {
  const modes = new Set(devices.filter(({ kind }) => produces(kind)).map(({ runMode }) => runMode));
  return MODES_BY_RANK.find((mode) => modes.has(mode)) ?? null;
}

const produces = (kind: DeviceKind) => livesOfSun(kind) || kind === 'hybrid';
