import type { Reading } from '../station/reading.ts';

/** One device's way to the platform, for messages as its protocol has them. */
export interface Uplink<Message> {
  /** Sends messages in one piece; resolves when the platform has acknowledged all of them. Rejects with `UplinkError`. */
  send(messages: readonly Message[]): Promise<void>;
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

/** A reading as the device API takes it, MQTT and HTTP alike. */
export function telemetryMessage({ time, values }: Reading): string {
  return JSON.stringify({ ts: time, v: values });
}

/** Body of one or of several messages. */
export function telemetryBody(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(',')}]`;
}
