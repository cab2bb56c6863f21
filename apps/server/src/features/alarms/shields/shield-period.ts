import { SHIELD_PERIODS } from '@sunfleet/contract';
import { sql } from 'kysely';

/** Periods in the order of `PERIOD`. */
export const PERIODS = SHIELD_PERIODS;

/** How long a shield of `alarm_shields AS shield` lasts from its begin, as a place in `PERIODS`. */
export const PERIOD = sql<number>`CASE
  WHEN shield.until IS NULL THEN 4
  WHEN shield.until <= shield.created_at + interval '1 month' THEN 0
  WHEN shield.until <= shield.created_at + interval '3 months' THEN 1
  WHEN shield.until <= shield.created_at + interval '6 months' THEN 2
  ELSE 3 END`;
