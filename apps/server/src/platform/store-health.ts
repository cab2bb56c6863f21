import { brokenParts } from './clickhouse/broken-parts.ts';
import type { FileStore } from './files/file-store.ts';
import type { HealthSource } from './health.ts';
import type { Platform } from './platform.ts';
import type { Stores } from './stores.ts';
import { within } from './within.ts';

const PING_TIMEOUT_MS = 2000;

/** The stores in the health report; the server can do nothing without PostgreSQL or ClickHouse. */
export function addStoreHealth(
  platform: Platform,
  stores: Pick<Stores, 'look' | 'postgres' | 'postgresRestarts'>,
): void {
  const { config, files, health, pool, samples } = platform;
  health.add({
    name: 'postgres',
    essential: true,
    async check() {
      await within(PING_TIMEOUT_MS, stores.look.query('SELECT 1'));
      return {
        state: 'ok',
        detail: {
          kind: stores.postgres,
          connections: pool.totalCount,
          waiting: pool.waitingCount,
          restarts: stores.postgresRestarts(),
        },
      };
    },
  });
  health.add({
    name: 'clickhouse',
    essential: true,
    async check() {
      await within(PING_TIMEOUT_MS, samples.ping());
      const broken = await within(PING_TIMEOUT_MS, brokenParts(samples));
      return {
        state: broken.length > 0 ? 'degraded' : 'ok',
        detail: {
          kind: samples.kind,
          brokenParts: broken.length,
          brokenBytes: broken.reduce((sum, { bytes }) => sum + bytes, 0),
        },
      };
    },
  });
  // A folder is the disk, of which another part tells.
  if (config.files) health.add(filesHealth(config.files.bucket, files));
}

/** Without its files a server goes on; imports wait. */
const filesHealth = (bucket: string, files: FileStore): HealthSource => ({
  name: 'files',
  essential: false,
  async check() {
    await within(PING_TIMEOUT_MS, files.check());
    return { state: 'ok', detail: { kind: 's3', bucket } };
  },
});
