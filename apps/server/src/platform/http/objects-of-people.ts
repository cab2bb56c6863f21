import type { RouteDefinition } from '@sunfleet/contract';
import { AppError } from '../errors.ts';
import { createAllowance, type Allowance } from '../allowance.ts';

/**
 * Objects that calls of one person may change at once, by all sessions and keys together, and after how long they may change one more: twenty thousand in
 * an hour. Each has a row in the audit log, which nobody empties, so that calls of a few days would fill the disk.
 */
const BURST = 20_000;
const EVERY_MS = 180;
/** From so many people on, those who rest are forgotten. */
const MANY_PEOPLE = 1000;

export interface ObjectsOfPeople {
  /** Throws AppError `tooManyRequests` where the person changed too many. */
  take(person: string, objects: number): void;
  /** Counts objects of which nobody knew before that a call changes them, as devices of a station that changes hands: the person pauses for them, an hour at most. */
  owe(person: string, objects: number): void;
}

export function createObjectsOfPeople(now: () => number): ObjectsOfPeople {
  const people = new Map<string, Allowance>();
  const forgetRested = () => {
    for (const [person, allowance] of people) if (allowance.change(0) >= BURST) people.delete(person);
  };
  const allowanceOf = (person: string) => {
    if (people.size >= MANY_PEOPLE) forgetRested();
    const allowance =
      people.get(person) ?? createAllowance({ burst: BURST, everyMs: EVERY_MS, mostOwed: BURST }, now);
    people.set(person, allowance);
    return allowance;
  };
  return {
    take(person, objects) {
      if (objects === 0) return;
      const allowance = allowanceOf(person);
      if (allowance.change(0) < objects) throw new AppError('tooManyRequests');
      allowance.change(-objects);
    },
    owe(person, objects) {
      if (objects > 0) allowanceOf(person).change(-objects);
    },
  };
}

/**
 * Bytes of a body that count as one more object: the log may keep what a call says, before and after each change. Letters are up to three bytes, so that
 * Chinese notes of two thousand filled the disk by two gigabytes a day.
 */
const BYTES = 1000;

/** How many objects a call may change: those that lists of ids in its body name, or one; a long body counts as several. */
export function objectsOf({ method, auth }: Pick<RouteDefinition, 'method' | 'auth'>, body: unknown): number {
  if (method === 'GET' || auth !== 'session') return 0;
  const lists = Object.entries(body ?? {}).filter(([field]) => field === 'ids' || field.endsWith('Ids'));
  const named = lists.reduce((sum, [, list]) => sum + (Array.isArray(list) ? list.length : 0), 0);
  const bytes = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
  return Math.max(1, named, Math.ceil(bytes / BYTES));
}
