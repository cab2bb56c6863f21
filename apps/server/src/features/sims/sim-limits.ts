import { sql } from 'kysely';
import type { SimAlert } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import { alertsOf, dayOf } from './sim-alerts.ts';

/** What ends or has ended the connection of a device soon, so that somebody has to act. */
const LIMITS_OF_CARDS: readonly SimAlert[] = ['volume80', 'volume100', 'ends7', 'ended'];
/** The device is cut off already, or will be at any moment. */
const CUT: readonly SimAlert[] = ['volume100', 'ended'];

/** Devices whose SIM card has reached a limit; true: it lets nothing through any more. */
export async function readSimLimits(db: Db, now: number): Promise<Map<number, boolean>> {
  const alerts = alertsOf(dayOf(now));
  const { rows } = await sql<{ deviceId: number; isCut: boolean }>`
    SELECT device_id, ${alerts} && ${[...CUT]}::text[] AS is_cut FROM sim_cards
    WHERE device_id IS NOT NULL AND ${alerts} && ${[...LIMITS_OF_CARDS]}::text[]`.execute(db);
  return new Map(rows.map(({ deviceId, isCut }) => [Number(deviceId), isCut]));
}
