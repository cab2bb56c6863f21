import type { ShieldPeriod } from '@sunfleet/contract';
import { sql } from 'kysely';

/** How long a shield of `alarm_shields AS shield` lasts from its begin. */
export const PERIOD = sql<ShieldPeriod>`CASE
  WHEN shield.until IS NULL THEN 'permanent'
  WHEN shield.until <= coalesce(shield.starts_at, shield.created_at) + interval '1 month' THEN 'month'
  WHEN shield.until <= coalesce(shield.starts_at, shield.created_at) + interval '3 months' THEN 'threeMonths'
  WHEN shield.until <= coalesce(shield.starts_at, shield.created_at) + interval '6 months' THEN 'sixMonths'
  ELSE 'longer' END`;
