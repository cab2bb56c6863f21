import { sql } from 'kysely';
import type { Bus } from '../bus.ts';
import { every } from '../jobs/every.ts';
import type { Logger } from '../log.ts';
import type { Db } from '../postgres/client.ts';
import type { Notifications } from '../postgres/notifications.ts';
import type { Topics } from '../topics.ts';
import { CHANGES_CHANNEL } from './announce-change.ts';
import { createBreath } from '../breath.ts';
import { runPrepared } from '../postgres/prepare.ts';
import type { ChangesTable } from '../postgres/tables/changes.ts';

/** How often changes are looked for without having been notified: a notification can be lost with its connection. */
const FLOOR_MS = 30_000;

/** Publishes on this server's bus what any server changed. */
export interface ChangeRelay {
  /** Resolves when everything that was committed before the call is published here. Rejects while the database cannot be read. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

interface RelayParts {
  db: Db;
  bus: Bus<Topics>;
  log: Logger;
  notifications: Notifications;
}

/** What a look found, and which transactions it saw. */
interface Found {
  changes: Change[];
  snapshot: string;
}

type Change = Pick<ChangesTable, 'topic' | 'subject'> & { id: number };

/** Starts to listen. Does not publish earlier changes. */
export async function startChangeRelay({ db, bus, log, notifications }: RelayParts): Promise<ChangeRelay> {
  let snapshot = await readSnapshot(db);
  let reading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  async function read(): Promise<void> {
    const found = await readSince(db, snapshot);
    snapshot = found.snapshot;
    const breathe = createBreath();
    for (const change of found.changes) {
      await publish(bus, change);
      // A hundred thousand devices may have changed at once, of which each part of the server hears one by one.
      await breathe();
    }
  }

  function start(): Promise<void> {
    reading = read().finally(() => (reading = undefined));
    return reading;
  }

  /** A look that began before the call may have missed what was committed since, so another one follows it. */
  function catchUp(): Promise<void> {
    if (!reading) return start();
    waiting ??= reading
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        // Somebody who heard of its end earlier may have begun the next look.
        return reading ?? start();
      });
    return waiting;
  }

  const floor = every(FLOOR_MS, catchUp, { log, name: 'changes' });
  const stopHearing = notifications.on(CHANGES_CHANNEL, () => floor.wake());
  await notifications.ready();
  return {
    catchUp,
    async stop() {
      stopHearing();
      await floor.stop();
      await reading?.catch(() => undefined);
    },
  };
}

async function readSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(
    db,
  );
  return rows[0]!.snapshot;
}

/**
 * Rows of transactions that an earlier look did not see, because they were running then or began since. Each is read once, however long another one runs. Rows
 * that a restored backup brought along were written by transactions of another cluster: numbers that this one has not reached are none of its own.
 */
async function readSince(db: Db, snapshot: string): Promise<Found> {
  const before = sql`${snapshot}::pg_snapshot`;
  const statement = sql<Change & { next: string }>`
    SELECT now.snapshot::text AS next, found.id, found.topic, found.subject
    FROM (SELECT pg_current_snapshot() AS snapshot) AS now
    LEFT JOIN changes AS found ON found.xid >= pg_snapshot_xmin(${before}) AND NOT pg_visible_in_snapshot(found.xid, ${before})
      AND found.xid < pg_snapshot_xmax(now.snapshot)
    ORDER BY found.id`;
  const rows = await runPrepared(db, 'read_changes', { compile: () => statement.compile(db) });
  return { changes: rows.filter(({ id }) => id !== null), snapshot: rows[0]!.next };
}

function publish(bus: Bus<Topics>, { topic, subject }: Change): Promise<void> {
  if (topic === 'accessChanged') return bus.publish('accessChanged', { userId: subject });
  if (topic === 'alarmRulesChanged') return bus.publish('alarmRulesChanged', {});
  if (topic === 'textsChanged') return bus.publish('textsChanged', {});
  if (subject === null) return Promise.resolve();
  if (topic === 'deviceChanged') return bus.publish('deviceChanged', { deviceId: subject });
  if (topic === 'recordingsChanged') return bus.publish('recordingsChanged', { organisationId: subject });
  if (topic === 'ownProfileChanged') return bus.publish('ownProfileChanged', { id: subject });
  if (topic === 'stationChanged') return bus.publish('stationChanged', { stationId: subject });
  if (topic === 'pointsChanged') return bus.publish('pointsChanged', { deviceId: subject });
  if (topic === 'alarmsChanged') return bus.publish('alarmsChanged', { deviceId: subject });
  return bus.publish('measurementsRemoved', { deviceId: subject });
}
