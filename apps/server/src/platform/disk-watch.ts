import { statfs } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import type { HealthSource } from './health.ts';
import { storeFailureOf } from './store-failure.ts';

/** Below this a store cannot be expected to work; PostgreSQL alone takes 16 MB at a time. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** How long a failure for want of room counts: everything that failed is tried again sooner. */
const FAILURE_COUNTS_MS = 30_000;

export interface DiskWatch {
  /** Takes an error; it counts when a full disk caused it. */
  note(error: unknown): void;
  /** Bytes that are free and since when (epoch milliseconds) the disk is full; undefined while there is room. */
  look(): Promise<{ freeBytes: number; fullSince: number | undefined }>;
}

/** Knows whether a disk is full: that of the data directory, or one that an external store reported. */
export function createDiskWatch(
  dataDir: string,
  clock: Clock,
  freeBytesOf: (directory: string) => Promise<number> = freeBytes,
): DiskWatch {
  let fullSince: number | undefined;
  let failedAt: number | undefined;
  return {
    note(error) {
      if (!storeFailureOf(error)?.diskFull) return;
      failedAt = clock.now();
      fullSince ??= failedAt;
    },
    async look() {
      const free = await freeBytesOf(dataDir);
      const now = clock.now();
      const fails = failedAt !== undefined && now - failedAt < FAILURE_COUNTS_MS;
      if (!fails && free >= LEAST_FREE_BYTES) fullSince = undefined;
      else fullSince ??= now;
      return { freeBytes: free, fullSince };
    },
  };
}

/** Health part `disk`: full, and since when. What is stored can still be read, so the server is not down. */
export function diskHealth(disk: DiskWatch): HealthSource {
  return {
    name: 'disk',
    essential: false,
    async check() {
      const { freeBytes: free, fullSince } = await disk.look();
      const full = fullSince !== undefined;
      return {
        state: full ? 'degraded' : 'ok',
        detail: { full, fullSince: fullSince ?? null, freeBytes: free, reason: full ? 'disk full' : null },
      };
    },
  };
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
