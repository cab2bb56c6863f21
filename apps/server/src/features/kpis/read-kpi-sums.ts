import type { KpiSums } from '@sunfleet/analysis';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { BUCKET_SUMS, DAY_SUMS, FACTS, gather, SINGLE_SUMS, type SumRow } from './kpi-columns.ts';

export const KPI_GRAINS = ['day', 'month', 'year'] as const;
export type KpiGrain = (typeof KPI_GRAINS)[number];

export interface KpiQuery {
  grain: KpiGrain;
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

export interface KpiBuckets {
  total: KpiSums;
  /** By the local day, month or year: `2026-11-21`, `2026-11`, `2026`. */
  buckets: { start: string; sums: KpiSums }[];
}

const LABEL = { day: 10, month: 7, year: 4 } as const;
/** Days of the last year of which the temperature of the modules must be known before their mean is that of a year. */
const LEAST_YEAR_DAYS = 330;
/** A few rows are read fastest by one thread, and planning takes longer than reading them: the older planner takes half the time of the newer one. */
const FEW = 16;
const OF_FEW = ' SETTINGS max_threads = 1, enable_analyzer = 0';

/** What key figures of stations are made of, of all of them together; days of each in its own zone. */
export async function readStationSums(
  db: SamplesDb,
  stations: readonly number[],
  query: KpiQuery,
): Promise<KpiBuckets> {
  if (stations.length === 0) return { total: gather([]), buckets: [] };
  const sql = stations.length === 1 ? OF_STATION : OF_STATIONS;
  const rows = await db.query<SumRow>(sql + (stations.length > FEW ? '' : OF_FEW), {
    ids: [...stations],
    ...given(query),
  });
  return bucketsOf(rows);
}

/** The same of one inverter, or of each of several, in the light of its station. */
export async function readDeviceSums(
  db: SamplesDb,
  { devices, station }: { devices: readonly number[]; station: number },
  query: KpiQuery,
): Promise<ReadonlyMap<number, KpiBuckets>> {
  if (devices.length === 0) return new Map();
  const rows = await db.query<SumRow & { readonly id: number }>(OF_DEVICES + OF_FEW, {
    devices: [...devices],
    ids: [station],
    ...given(query),
  });
  const byDevice = Map.groupBy(rows, ({ id }) => id);
  return new Map(devices.map((id) => [id, bucketsOf(byDevice.get(id) ?? [])]));
}

const given = ({ grain, from, to }: KpiQuery) => ({ from, to, length: LABEL[grain], least: LEAST_YEAR_DAYS });

function bucketsOf(rows: readonly SumRow[]): KpiBuckets {
  const byStart = Map.groupBy(rows, ({ label }) => label);
  return {
    total: gather(rows),
    buckets: [...byStart]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([start, of]) => ({ start, sums: gather(of) })),
  };
}

const IN_RANGE = 'day >= {from:Date} AND day <= {to:Date}';

/** Mean temperature of modules in the light of the year that ends with the range, of stations where it is known of nearly a year. */
const YEARS = `
  SELECT station, sum(heat) / sum(warm) AS mean, 1 AS has_mean FROM kpi_station_days FINAL
  WHERE station IN {ids:Array(UInt32)} AND day > toDate({to:Date}) - 365 AND day <= {to:Date} AND warm > 0
  GROUP BY station HAVING count() >= {least:UInt16}`;

const STATIONS = `SELECT * FROM kpi_station_days FINAL WHERE station IN {ids:Array(UInt32)} AND ${IN_RANGE}`;

const LABEL_OF = 'substring(toString(day), 1, {length:UInt8}) AS label';

/** Sums by day, then by bucket. `rows`: a row for each subject and day. */
const summed = (rows: string) => `
SELECT ${LABEL_OF}, ${BUCKET_SUMS.join(', ')}
FROM (
  SELECT day, ${DAY_SUMS.join(', ')}
  FROM (SELECT *, ${FACTS} FROM (${rows}))
  GROUP BY day
)
GROUP BY label`;

/** Sums by bucket. `rows`: a row for each day of one subject, or of each of those that `by` keeps apart. */
const summedAlone = (rows: string, by = '') => `
SELECT ${by}${LABEL_OF}, ${SINGLE_SUMS.join(', ')}
FROM (SELECT *, ${FACTS} FROM (${rows}))
GROUP BY ${by}label`;

const IN_YEAR = `SELECT s.*, y.mean AS mean, y.has_mean AS has_mean FROM (${STATIONS}) AS s LEFT JOIN (${YEARS}) AS y ON s.station = y.station`;
const OF_STATIONS = summed(IN_YEAR);
const OF_STATION = summedAlone(IN_YEAR);

const HOURS = ['running', 'outages', 'grid', 'stopped'].map(
  (name) => `d.capacity * d.${name} / 12 AS ${name}`,
);

/** Inverters in the light and warmth of their station. What the station should give is shared out by nameplate. */
const OF_DEVICES = summedAlone(
  `SELECT d.device AS id, d.day AS day, d.capacity AS capacity, d.energy AS energy, d.completeness AS completeness, d.ac AS ac, d.dc AS dc,
     d.capacity AS metered, d.capacity * d.daylight / 12 AS light_hours, ${HOURS.join(', ')}, d.lost AS lost,
     0 AS curtailed, 0 AS unheard,
     s.hours AS hours, s.irradiation AS irradiation, s.lit AS lit, s.daylight AS daylight, s.warm AS warm, s.heat AS heat, s.gamma AS gamma,
     if(s.capacity > 0, s.expected * d.capacity / s.capacity, nan) AS expected, s.computed AS computed, s.mean AS mean, s.has_mean AS has_mean
   FROM (SELECT * FROM kpi_device_days FINAL WHERE device IN {devices:Array(UInt32)} AND ${IN_RANGE}) AS d
   INNER JOIN (
     ${IN_YEAR}
   ) AS s ON d.day = s.day`,
  'id, ',
);
