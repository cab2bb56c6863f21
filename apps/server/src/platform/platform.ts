import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Bus } from './bus.ts';
import type { Certificates } from './certificates.ts';
import type { ChangeRelay } from './changes/change-relay.ts';
import type { SamplesDb } from './clickhouse/samples-db.ts';
import type { Clock } from './clock.ts';
import type { DeviceLinks } from './links/device-links.ts';
import type { Connections } from './connections/connections.ts';
import type { Doors } from './doors.ts';
import type { FileStore } from './files/file-store.ts';
import type { HealthRegistry } from './health.ts';
import type { Logger } from './log.ts';
import type { Messages } from './messages/messages.ts';
import type { Db } from './postgres/client.ts';
import type { Notifications } from './postgres/notifications.ts';
import type { Text } from './text.ts';
import type { Topics } from './topics.ts';

/** What every feature stands on. Passed in, never imported as a value. */
export interface Platform {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Db;
  pool: pg.Pool;
  samples: SamplesDb;
  bus: Bus<Topics>;
  notifications: Notifications;
  /** To other servers that share the work; undefined: this one is alone. */
  messages: Messages | undefined;
  changes: ChangeRelay;
  files: FileStore;
  links: DeviceLinks;
  connections: Connections;
  /** Of doors that speak TLS. */
  certificates: Certificates;
  doors: Doors;
  health: HealthRegistry;
  text: Text;
}
