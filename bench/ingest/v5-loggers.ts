import type { BenchServer } from '../bench-server.ts';

export const FIRST_V5_SERIAL = 2_990_000_000;

/** SN of the device behind a logger of the bench. */
export const behindV5 = (serial: number) => `BENCH${serial}`;

/** Registers loggers with a device behind each, because a logger speaks for no others. */
export async function makeV5Loggers({ sql }: BenchServer, count: number): Promise<void> {
  const serials = Array.from({ length: count }, (_, index) => FIRST_V5_SERIAL + index);
  await sql(
    `WITH loggers AS (
       INSERT INTO devices (sn, kind) SELECT sn, 'logger' FROM unnest($1::text[]) sn RETURNING id, sn),
     children AS (
       INSERT INTO devices (sn, kind, parent_id) SELECT 'BENCH' || sn, 'inverter', id FROM loggers RETURNING id),
     made AS (SELECT id FROM loggers UNION ALL SELECT id FROM children),
     states AS (INSERT INTO device_states (device_id) SELECT id FROM made)
     INSERT INTO changes (topic, subject) SELECT 'deviceChanged', id FROM made`,
    [serials.map(String)],
  );
  await sql(`SELECT pg_notify('changes', '')`);
}
