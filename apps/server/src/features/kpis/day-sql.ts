/** Condition on buckets: within the days that are summed. */
export const IN_SPAN = `bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')`;

/** Energy of each day of the inverters or stations `{ids}`, kWh, and how much of the day it rests on. */
export const energiesOf = (subject: 'device' | 'station'): string => `
  SELECT id, start AS begun, e.kwh + e.spread AS kwh, e.completeness AS covered, 1 AS there
  FROM energy AS e FINAL
  WHERE subject = '${subject}' AND grain = 'day' AND e.flow = 'pv' AND id IN {ids:Array(UInt32)}
    AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({to:UInt32}, 'UTC')`;
