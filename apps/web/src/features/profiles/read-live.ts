import type { Call, OutputOf } from '@sunfleet/api-client';
import { decodePoints, type Profile, readSteps, RegisterImage } from '@sunfleet/device-model';

type Answer = OutputOf<'readRegisters'>;
export type ReadFailure = Extract<Answer, { ok: false }>;

export interface LiveReading {
  values: Readonly<Record<string, number>>;
  /** What stopped it; what was read before counts. */
  failure: ReadFailure | undefined;
  /** Requests that were answered. */
  requests: number;
}

/** Registers that were read already and where, so that two profiles ask for them once. */
export interface LiveRegisters {
  image: RegisterImage;
  done: Set<string>;
}

export const noRegisters = (): LiveRegisters => ({ image: new RegisterImage(), done: new Set() });

/**
 * What a device says by a profile: its registers are read through its stick, request by request, and decoded here. Throws `CallError` where the
 * server refuses to ask.
 */
export async function readLive(
  call: Call,
  {
    deviceId,
    profile,
    registers,
    onRequest,
    isOver,
  }: {
    deviceId: number;
    profile: Profile;
    registers: LiveRegisters;
    onRequest: () => void;
    /** Whoever waited for it is gone: nothing more is asked. */
    isOver: () => boolean;
  },
): Promise<LiveReading> {
  const { image, done } = registers;
  let requests = 0;
  let failure: ReadFailure | undefined;
  for (const { fn, addr, count } of readSteps(profile, { groups: ['fast', 'slow', 'once'], image })) {
    const key = `${fn} ${addr} ${count}`;
    if (isOver()) break;
    if (done.has(key)) continue;
    // Profiles read by these two alone.
    const body = { fn: fn === 4 ? (4 as const) : (3 as const), addr, count };
    const answer = await call('readRegisters', { params: { id: deviceId }, body }, { quiet: true });
    onRequest();
    if (!answer.ok) {
      failure = answer;
      // A register that this device does not have says nothing of the others.
      if (answer.failure === 'refused') continue;
      break;
    }
    requests += 1;
    done.add(key);
    image.load(fn, addr, answer.words);
  }
  return { values: decodePoints(profile, image).values, failure, requests };
}
