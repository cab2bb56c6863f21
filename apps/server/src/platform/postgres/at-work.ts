import pg from 'pg';
import { NamingClient } from './naming-client.ts';

/** Whether the process of PostgreSQL that serves a connection is at work for it, or was a moment ago. */
export type IsAtWork = (connection: Pick<NamingClient, 'process'>) => boolean;

/** How long an answer may be on its way after a process is done with it. */
const ON_ITS_WAY_SECONDS = 5;

/** Where the server keeps to itself what its processes do, each may be at work. */
const AT_WORK = `SELECT pid FROM pg_stat_activity
  WHERE coalesce(state, '') NOT LIKE 'idle%' OR state_change > now() - make_interval(secs => ${ON_ITS_WAY_SECONDS})`;

/**
 * Asks a server over a connection of its own which of its processes are at work. One that rests, or is gone, has not got what was asked over its connection,
 * or its answer was lost: where the other end of a connection is gone without a word, as behind an address that another server has taken over, nothing else tells
 * it from a query that is slow. None is at work where the server does not answer within the time.
 */
export async function askWhoIsAtWork(url: string, milliseconds: number): Promise<IsAtWork> {
  const client = new NamingClient({ connectionString: url, connectionTimeoutMillis: milliseconds });
  const late = setTimeout(() => client.giveUp(new Error('no answer')), milliseconds);
  try {
    await client.connect();
    const { rows } = await (client.query(AT_WORK) as Promise<pg.QueryResult<{ pid: number }>>);
    const processes = new Set(rows.map(({ pid }) => pid));
    return ({ process }) => process !== undefined && processes.has(process);
  } catch (error) {
    // A refusal in its own words is an answer, too, and tells nothing of its processes.
    const answers = error instanceof pg.DatabaseError;
    return () => answers;
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}
