/**
 * SQL of the samples that late marks since `{since:Int64}` (epoch milliseconds) tell of, as a table with their columns. Each device is read within
 * its own marks only, a span for each month: one old sample of somebody must not make others be read back to its time. `samples` and `marks` are
 * conditions on their columns. A sample that two marks tell of stands in it twice.
 */
export function lateSamples(samples: string, marks: string): string {
  return `(
    SELECT s.device AS device, s.point AS point, s.time AS time, s.value AS value
    FROM (SELECT device, point, time, value FROM samples FINAL
          WHERE (device, toYYYYMM(time)) IN (
            SELECT device, toYYYYMM(addMonths(m.from, arrayJoin(range(dateDiff('month', m.from, m.to) + 1))))
            FROM late_marks AS m WHERE ${SINCE} AND ${marks}) AND ${samples}) AS s
    INNER JOIN (
      SELECT device, min(m.from) AS begins, max(m.to) AS ends FROM late_marks AS m WHERE ${SINCE} AND ${marks}
      GROUP BY device, toStartOfMonth(m.from)) AS late ON s.device = late.device
    WHERE s.time >= late.begins AND s.time <= late.ends)`;
}

const SINCE = 'at >= fromUnixTimestamp64Milli({since:Int64})';
