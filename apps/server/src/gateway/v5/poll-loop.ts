import type { PointGroupName } from '@sunfleet/device-model';
import { messageOf } from '../../platform/errors.ts';
import { readChildren, type ChildDevice } from './children.queries.ts';
import type { V5Count } from './counters.ts';
import { detectDevice } from './detect-device.ts';
import { ReadError, type ReadFailure } from './modbus-channel.ts';
import { pollDevice, type RefusedReads } from './poll-device.ts';
import {
  comesByItself,
  isDue,
  isWithoutPushes,
  loggerOf,
  snOf,
  sourceOf,
  type V5Session,
} from './session.ts';

/** Polls everything behind one logger, as long as its connection stands. */
export interface PollLoop {
  /** Begins; further calls do nothing. */
  start(): void;
  /** What hangs on the logger may have changed. */
  refresh(): void;
  /** A device says who it is anew, as after an upgrade. */
  identify(deviceId: number): void;
  stop(): void;
}

interface Loop {
  session: V5Session;
  timer: NodeJS.Timeout | undefined;
  started: boolean;
  children: readonly ChildDevice[];
  /** When they are read again, epoch milliseconds. */
  childrenDueAt: number;
  refused: RefusedReads;
  /** When each device's slow group was read last; missing: never. */
  slowAt: Map<number, number>;
  /** Devices whose identity was read and kept. */
  known: Set<number>;
  /** Devices that are read anew from the next round on: one that is read right now may have said what it was before. */
  anew: Set<number>;
  /** Not to be asked before, epoch milliseconds: devices that sleep or are silent. */
  restUntil: Map<number, number>;
  detectAt: number;
}

const COUNTED: Readonly<Partial<Record<ReadFailure, V5Count>>> = {
  asleep: 'pollAsleep',
  timeout: 'pollTimeout',
  refused: 'pollRefused',
  failed: 'pollFailed',
  malformed: 'pollMalformed',
};

export function createPollLoop(session: V5Session): PollLoop {
  const loop: Loop = {
    session,
    timer: undefined,
    started: false,
    children: [],
    childrenDueAt: 0,
    refused: new Map(),
    slowAt: new Map(),
    known: new Set(),
    anew: new Set(),
    restUntil: new Map(),
    detectAt: 0,
  };
  return {
    start() {
      if (loop.started) return;
      loop.started = true;
      schedule(loop, 0);
    },
    refresh: () => void (loop.childrenDueAt = 0),
    identify: (deviceId) => void loop.anew.add(deviceId),
    stop: () => clearTimeout(loop.timer),
  };
}

/** The next round begins one cadence after this one began; a round that takes longer delays it. */
function schedule(loop: Loop, after: number): void {
  if (loop.session.closed) return;
  loop.timer = setTimeout(() => {
    const began = performance.now();
    round(loop)
      .catch((error: unknown) => logFailure(loop, error))
      .finally(() => schedule(loop, Math.max(0, cadenceOf(loop) - (performance.now() - began))));
  }, after).unref();
}

function cadenceOf({ session }: Loop): number {
  return Math.min(session.parts.options.pollMs, session.uploadMs);
}

async function round(loop: Loop): Promise<void> {
  const { session } = loop;
  const { options, platform } = session.parts;
  const { clock } = platform;
  if (isDue(loop.childrenDueAt, clock.now(), options.slowPollMs)) await readTargets(loop);
  const logger = await loggerOf(session);
  for (const child of loop.children) {
    if (session.closed) return;
    // It may have been taken away or bound elsewhere since the children were read.
    if (!session.parts.directory.spokenFor(logger.id, child.sn)) continue;
    if (comesByItself(session, child.sn)) continue;
    if (loop.anew.delete(child.id)) forget(loop, child.id);
    if (isDue(loop.restUntil.get(child.id) ?? 0, clock.now(), sleepOf(loop))) await pollChild(loop, child);
  }
}

function forget({ slowAt, known, restUntil }: Loop, deviceId: number): void {
  slowAt.delete(deviceId);
  known.delete(deviceId);
  restUntil.delete(deviceId);
}

async function readTargets(loop: Loop): Promise<void> {
  const { session } = loop;
  const { platform, options } = session.parts;
  const now = platform.clock.now();
  // Set before reading, so that a change announced meanwhile makes the next round read again.
  loop.childrenDueAt = now + options.slowPollMs;
  const logger = await loggerOf(session);
  let found = await readChildren(sourceOf(session), logger.id);
  const isToDetect = isWithoutPushes(session) && isDue(loop.detectAt, now, options.detectMs);
  if (found.readable.length === 0 && isToDetect) {
    loop.detectAt = now + options.detectMs;
    if (await detectDevice(session, found.unread[0]))
      found = await readChildren(sourceOf(session), logger.id);
  }
  loop.children = firstAtAddress(found.readable);
}

/**
 * Of several devices of one family at one Modbus address the one that was there first: the same inverter would answer for all of them, and what it
 * gives would count for each.
 */
function firstAtAddress(children: readonly ChildDevice[]): ChildDevice[] {
  const taken = new Set<string>();
  return children.filter(({ profile, slave }) => {
    const address = `${profile.id} ${slave}`;
    return !taken.has(address) && taken.add(address);
  });
}

async function pollChild(loop: Loop, child: ChildDevice): Promise<void> {
  const { session, slowAt, known } = loop;
  const { options, platform, counters } = session.parts;
  const now = platform.clock.now();
  const last = slowAt.get(child.id);
  const groups: PointGroupName[] = ['fast'];
  if (last === undefined || isDue(last + options.slowPollMs, now, options.slowPollMs))
    groups.push('slow', ...(known.has(child.id) ? [] : (['once'] as const)));
  try {
    if (await pollDevice(session, child, { groups, refused: loop.refused })) known.add(child.id);
    counters.counts.polls += 1;
    if (groups.includes('slow')) slowAt.set(child.id, now);
  } catch (error) {
    if (error instanceof ReadError) loop.restUntil.set(child.id, now + restOf(loop, error.reason));
    logFailure(loop, error);
  }
}

const restOf = (loop: Loop, reason: ReadFailure): number => (reason === 'asleep' ? sleepOf(loop) : 0);

/** A device that sleeps is asked again at its logger's own pace. */
const sleepOf = ({ session }: Loop): number => Math.max(session.uploadMs, session.parts.options.pollMs);

function logFailure(loop: Loop, error: unknown): void {
  const { session } = loop;
  const { counters, platform, repeated } = session.parts;
  if (error instanceof ReadError) {
    const counted = COUNTED[error.reason];
    if (counted) counters.counts[counted] += 1;
    if (error.reason === 'timeout') loop.session.trouble.note('noAnswer');
    return;
  }
  const told = { logger: snOf(session), err: messageOf(error) };
  repeated(`poll ${told.logger} ${told.err}`, (count) =>
    platform.log.warn({ ...told, count }, 'devices of a logger could not be read'),
  );
}
