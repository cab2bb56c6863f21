import pg from 'pg';
import { NamingClient } from './naming-client.ts';

/** Whether the server answers a connection of its own within the time; a refusal in its own words is an answer, too. */
export async function answers(url: string, milliseconds: number): Promise<boolean> {
  const client = new NamingClient({ connectionString: url, connectionTimeoutMillis: milliseconds });
  const late = setTimeout(() => client.giveUp(new Error('no answer')), milliseconds);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}
