import { sql, type RawBuilder } from 'kysely';

/** Share of its data at which a card needs somebody before it is used up. */
const NEAR = 0.8;

/**
 * What each card of `sim_cards` needs somebody for, as an array of `SIM_ALERTS`: of its data and of its end the nearest one alone. A card that renews
 * itself is told when it did not. `today`: the day of UTC.
 */
export const alertsOf = (today: string): RawBuilder<string[]> => sql<string[]>`
  CASE WHEN sim_cards.status = 'terminated' THEN '{}'::text[] ELSE array_remove(ARRAY[
    CASE WHEN sim_cards.volume_mb > 0 AND sim_cards.used_mb >= sim_cards.volume_mb THEN 'volume100'
         WHEN sim_cards.volume_mb > 0 AND sim_cards.used_mb >= ${NEAR} * sim_cards.volume_mb THEN 'volume80' END,
    CASE WHEN sim_cards.expires_on < ${today}::date THEN 'ended'
         WHEN sim_cards.auto_renew THEN NULL
         WHEN sim_cards.expires_on <= ${today}::date + 7 THEN 'ends7'
         WHEN sim_cards.expires_on <= ${today}::date + 30 THEN 'ends30'
         WHEN sim_cards.expires_on <= ${today}::date + 60 THEN 'ends60' END,
    CASE WHEN sim_cards.imei_before IS NOT NULL THEN 'imeiChanged' END], NULL) END`;

/** The day of UTC at a time, `YYYY-MM-DD`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
