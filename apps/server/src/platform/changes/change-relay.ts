import { sql } from 'kysely';
import type { Bus } from '../bus.ts';
import { every } from '../jobs/every.ts';
import type { Logger } from '../log.ts';
import type { Db } from '../postgres/client.ts';
import type { Notifications } from '../postgres/notifications.ts';
import type { Topics } from '../topics.ts';
import { CHANGES_CHANNEL } from './announce-change.ts';
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

interface Cursor {
  /** The oldest transaction that was still running at the last look; everything before it has been read. */
  xid: string;
  /** Rows since then that have been read. */
  seen: ReadonlySet<number>;
}

/** What a look found, and the oldest transaction that was still running then. */
interface Found {
  changes: Change[];
  xid: string;
}

type Change = Pick<ChangesTable, 'topic' | 'subject'> & { id: number; settled: boolean };

/** Starts to listen. Does not publish earlier changes. */
export async function startChangeRelay({ db, bus, log, notifications }: RelayParts): Promise<ChangeRelay> {
  let cursor = cursorAfter(await readSince(db, { xid: await oldestRunning(db), seen: new Set() }));
  let reading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  async function read(): Promise<void> {
    const found = await readSince(db, cursor);
    const fresh = found.changes.filter(({ id }) => !cursor.seen.has(id));
    cursor = cursorAfter(found);
    for (const change of fresh) await publish(bus, change);
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

async function oldestRunning(db: Db): Promise<string> {
  const { rows } = await sql<{
    xid: string;
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`.execute(db);
  return rows[0]!.xid;
}

/** Where the next look begins: rows that it finds again have been read. */
function cursorAfter({ changes, xid }: Found): Cursor {
  return { xid, seen: new Set(changes.flatMap(({ id, settled }) => (settled ? [] : [id]))) };
}

/**
 * Rows of transactions that were running at the last look or began since, and where the next look begins; of one snapshot. Rows that a restored backup
 * brought along were written by transactions of another cluster: numbers that this one has not reached are none of its own.
 */
async function readSince(db: Db, { xid }: Cursor): Promise<Found> {
  const statement = sql<Change & { next: string }>`
    SELECT now.next::text AS next, found.id, found.topic, found.subject, found.xid < now.next AS settled
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS next, pg_snapshot_xmax(pg_current_snapshot()) AS beyond) AS now
    LEFT JOIN changes AS found ON found.xid >= ${xid}::xid8 AND found.xid < now.beyond
    ORDER BY found.id`;
  const rows = await runPrepared(db, 'read_changes', { compile: () => statement.compile(db) });
  return { changes: rows.filter(({ id }) => id !== null), xid: rows[0]!.next };
}

function publish(bus: Bus<Topics>, { topic, subject }: Change): Promise<void> {
  if (topic === 'accessChanged') return bus.publish('accessChanged', { userId: subject });
  if (topic === 'alarmRulesChanged') return bus.publish('alarmRulesChanged', {});
  if (topic === 'textsChanged') return bus.publish('textsChanged', {});
  if (subject === null) return Promise.resolve();
  if (topic === 'deviceChanged') return bus.publish('deviceChanged', { deviceId: subject });
  if (topic === 'recordingsChanged') return bus.publish('recordingsChanged', { organisationId: subject });
  if (topic === 'stationChanged') return bus.publish('stationChanged', { stationId: subject });
  if (topic === 'pointsChanged') return bus.publish('pointsChanged', { deviceId: subject });
  if (topic === 'alarmsChanged') return bus.publish('alarmsChanged', { deviceId: subject });
  return bus.publish('measurementsRemoved', { deviceId: subject });
}
