import type { AppError } from '../../../platform/errors.ts';

/** Refused names that are remembered; the oldest go first. */
const MOST = 10_000;
const REMEMBERED_MS = 30_000;

/** Remembers for a short time what was refused, so that a device that repeats it costs no query. */
export function createRefusedPoints(now: () => number) {
  const refused = new Map<string, { error: AppError; until: number }>();
  return {
    of(name: string): AppError | undefined {
      const found = refused.get(name);
      if (!found) return undefined;
      if (found.until > now()) return found.error;
      refused.delete(name);
      return undefined;
    },
    add(name: string, error: AppError): void {
      refused.delete(name);
      if (refused.size >= MOST) refused.delete(refused.keys().next().value!);
      refused.set(name, { error, until: now() + REMEMBERED_MS });
    },
  };
}
