import type { DeviceReading } from '../station/reading.ts';

/** One device's way to the platform. */
export interface Uplink {
  /** Sends readings in one piece; resolves when the platform has acknowledged all of them. Rejects with `UplinkError`. */
  send(readings: readonly DeviceReading[]): Promise<void>;
  close(): Promise<void>;
}

/** `refused`: sending the same again would be refused again; `unreachable`: later it may work. */
export type UplinkFailure = 'refused' | 'unreachable';

export class UplinkError extends Error {
  readonly failure: UplinkFailure;

  constructor(failure: UplinkFailure, message: string) {
    super(message);
    this.name = 'UplinkError';
    this.failure = failure;
  }
}

/** Readings as the device API takes them: one alone or a list. */
export function telemetryJson(readings: readonly DeviceReading[]): string {
  const messages = readings.map(({ time, values }) => ({ ts: time, v: values }));
  return JSON.stringify(messages.length === 1 ? messages[0] : messages);
}
