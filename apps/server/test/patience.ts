import { vi } from 'vitest';

/** How long tests wait for what must come: on a machine that does much else everything takes its time. */
const PATIENCE_MS = 20_000;

/** Waits of a second are the default of Vitest, and no setting of it changes that. */
const { waitUntil, waitFor } = vi;
vi.waitUntil = (condition, options) => waitUntil(condition, patient(options));
vi.waitFor = (callback, options) => waitFor(callback, patient(options));

function patient(options: Parameters<typeof waitUntil>[1]): { timeout: number; interval?: number } {
  if (typeof options === 'number') return { timeout: Math.max(options, PATIENCE_MS) };
  return { ...options, timeout: Math.max(options?.timeout ?? 0, PATIENCE_MS) };
}
