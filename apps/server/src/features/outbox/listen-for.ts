import type pg from 'pg';

export interface Listening {
  /** Opens the connection where there is none; throws while the database cannot be reached. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Hears what is notified on a channel of PostgreSQL, by a connection of its own. After a lost one, `start` opens another. */
export function listenFor(pool: pg.Pool, channel: string, heard: () => void): Listening {
  let client: pg.PoolClient | undefined;
  function give(lost: pg.PoolClient): void {
    if (client !== lost) return;
    client = undefined;
    lost.release(true);
  }
  return {
    async start() {
      if (client) return;
      const opened = await pool.connect();
      client = opened;
      opened.on('error', () => give(opened));
      opened.on('notification', heard);
      try {
        await opened.query(`LISTEN ${channel}`);
      } catch (error) {
        give(opened);
        throw error;
      }
    },
    async stop() {
      if (client) give(client);
    },
  };
}
