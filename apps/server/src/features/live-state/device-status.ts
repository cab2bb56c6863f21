import type { DeviceKind, DeviceStatus } from '@sunfleet/contract';
import { RUN_STATES } from '@sunfleet/device-model';

const MINUTE_MS = 60_000;
/** No device is offline before this, however often it reports. */
const SHORTEST_SILENCE_MS = 15 * MINUTE_MS;
const SILENT_STEPS = 3;
/** Inverters wake after sunrise and sleep before sunset. */
const DAWN_MS = 30 * MINUTE_MS;

/** Silence after which a device is offline, milliseconds. `interval`: between its messages. */
export function silenceLimit(interval: number): number {
  return Math.max(SILENT_STEPS * interval, SHORTEST_SILENCE_MS);
}

/** Sun of a local day: times are null in polar day and night. */
export interface SunWindow {
  sunrise: number | null;
  sunset: number | null;
  polar: 'day' | 'night' | null;
}

/** Whether a device that only the sun powers should be awake. */
export function isWakingTime(now: number, sun: SunWindow): boolean {
  if (sun.sunrise === null || sun.sunset === null) return sun.polar !== 'night';
  return now >= sun.sunrise + DAWN_MS && now <= sun.sunset - DAWN_MS;
}

/** When that changes within the day. */
export function wakingTurns({ sunrise, sunset }: SunWindow): number[] {
  return sunrise === null || sunset === null ? [] : [sunrise + DAWN_MS, sunset - DAWN_MS + 1];
}

/** Kinds that have no other source of power than the sun. */
export function livesOfSun(kind: DeviceKind): boolean {
  return kind === 'inverter' || kind === 'micro';
}

export interface DeviceFacts {
  kind: DeviceKind;
  /** Epoch milliseconds; null: never. */
  lastDataAt: number | null;
  lastSeenAt: number | null;
  /** The connection stands right now. */
  connected: boolean;
  /** After so many milliseconds of silence it is offline. */
  silence: number;
  now: number;
  /** Whether it sleeps at night. A logger does if all the devices on it do. */
  sleeps: boolean;
  waking: boolean;
  /** Run state number of the platform, null where it tells none. */
  runState: number | null;
  /** It sends what it measured while it was away. */
  backFilling: boolean;
  /** An alarm of its own stands, tips apart. */
  faulty: boolean;
}

/** The device itself says that it failed. */
const FAILED: ReadonlySet<number> = new Set([RUN_STATES.breakdown, RUN_STATES.shutdownFailure]);

/**
 * Status of a device that is heard. `normal` says that it works as it should, so only a device that tells its run state can be
 * normal; any other kind is `online`.
 */
function heardStatus({ faulty, runState }: DeviceFacts): DeviceStatus {
  if (faulty || (runState !== null && FAILED.has(runState))) return 'abnormal';
  if (runState === null) return 'online';
  return runState === RUN_STATES.running ? 'normal' : 'standby';
}

/** Status of a device. Sleep at night is standby, and one that sends what it measured while it was away is there: neither is offline. */
export function deviceStatus(facts: DeviceFacts): DeviceStatus {
  const { kind, now, silence } = facts;
  const heard =
    kind === 'logger' ? Math.max(facts.lastDataAt ?? 0, facts.lastSeenAt ?? 0) : (facts.lastDataAt ?? 0);
  if (heard === 0 && !(kind === 'logger' && facts.connected)) return 'connecting';
  const silent = now - heard > silence && !(kind === 'logger' && facts.connected);
  if (silent)
    return facts.sleeps && !facts.waking ? 'standby' : facts.backFilling ? 'backFilling' : 'offline';
  return kind === 'logger' ? 'online' : heardStatus(facts);
}
