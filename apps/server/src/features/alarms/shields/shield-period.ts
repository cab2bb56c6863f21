import type { ShieldPeriod } from '@sunfleet/contract';
import { sql } from 'kysely';
import { SHIELD_BEGIN } from '../../alarm-shields/index.ts';

/** How long a shield of `alarm_shields AS shield` lasts from its begin. */
export const PERIOD = sql<ShieldPeriod>`CASE
  WHEN shield.until IS NULL THEN 'permanent'
  WHEN shield.until <= ${SHIELD_BEGIN} + interval '1 month' THEN 'month'
  WHEN shield.until <= ${SHIELD_BEGIN} + interval '3 months' THEN 'threeMonths'
  WHEN shield.until <= ${SHIELD_BEGIN} + interval '6 months' THEN 'sixMonths'
  ELSE 'longer' END`;
