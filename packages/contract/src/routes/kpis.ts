import * as z from 'zod';
import { KPI_GAPS, KPIS } from '../kpi-words.ts';
import { route } from '../route.ts';
import { dayQuery, id, idParam } from '../vocabulary.ts';

const days = z.number().int();

/** What key figures are made of, with the days of which each sum is known; energies are kWh, yields kWh/kWp, times kW of nameplate times hours. */
const kpiSums = z.object({
  days,
  capacityKw: z.number(),
  energy: z.object({ days, kwh: z.number(), yield: z.number(), kwHours: z.number() }),
  complete: days,
  light: z.object({ someDays: days, days, yield: z.number() }),
  dc: z.object({ someDays: days, days, kwh: z.number(), yield: z.number() }),
  judged: z.object({ days, kwh: z.number(), reference: z.number() }),
  warm: z.object({ days, kwh: z.number(), reference: z.number() }),
  seasonal: z.object({ days, kwh: z.number(), reference: z.number() }),
  balanced: z.object({ days, reference: z.number(), array: z.number(), final: z.number() }),
  compared: z.object({ days, kwh: z.number(), expected: z.number() }),
  expectedDays: days,
  states: z.object({
    days,
    running: z.number(),
    outages: z.number(),
    grid: z.number(),
    stopped: z.number(),
    daylight: z.number(),
  }),
  supplied: z.object({ days, kwh: z.number(), lost: z.number(), curtailed: z.number(), unheard: z.number() }),
  converted: z.object({ days, ac: z.number(), dc: z.number() }),
});

const kpiValue = z.object({
  /** A ratio, or hours (kWh/kWp); null where it is not known. */
  value: z.number().nullable(),
  /** Why it is not. */
  gap: z.enum(KPI_GAPS).nullable(),
  /** Days that it rests on. */
  days,
});

const kpiFigures = z.object({ values: z.record(z.enum(KPIS), kpiValue), sums: kpiSums });
export type KpiFigures = z.infer<typeof kpiFigures>;

const kpiQuery = z.object({ grain: z.enum(['day', 'month', 'year']), from: dayQuery, to: dayQuery });
const kpiBuckets = z.object({
  total: kpiFigures,
  buckets: z.array(kpiFigures.extend({ start: z.string() })),
});
export type KpiBuckets = z.infer<typeof kpiBuckets>;

const read = {
  method: 'GET',
  tag: 'stations',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
} as const;
const OVER = 'of local days that are over, 400 days at most by day';

export const stationKpis = route({
  ...read,
  path: '/stations/:id/kpis',
  summary: `Key figures of IEC 61724-1 of a station by local day, month or year and over all of them, with what they are made of; ${OVER}`,
  params: idParam,
  query: kpiQuery,
  output: kpiBuckets,
});

export const stationInverterKpis = route({
  ...read,
  path: '/stations/:id/inverter-kpis',
  summary: `Key figures of each inverter of a station over a range of local days, by its share of the nameplate; ${OVER}`,
  params: idParam,
  query: kpiQuery.omit({ grain: true }),
  output: z.array(kpiFigures.extend({ deviceId: id, name: z.string() })),
});

export const deviceKpis = route({
  ...read,
  tag: 'devices',
  path: '/devices/:id/kpis',
  summary: `Key figures of IEC 61724-1 of an inverter in the light of its station, by local day, month or year; ${OVER}`,
  params: idParam,
  query: kpiQuery,
  output: kpiBuckets,
});

export const portfolioKpis = route({
  ...read,
  tag: 'portfolio',
  path: '/portfolio/kpis',
  summary: `Key figures of IEC 61724-1 of all stations the caller may see, of the sums of their inputs, five minutes old at most; ${OVER}`,
  query: kpiQuery,
  output: kpiBuckets.extend({ stations: z.number().int() }),
});

const file = {
  transport: 'raw',
  ratePerMinute: 20,
  query: kpiQuery.extend({ format: z.enum(['csv', 'xlsx']) }),
  output: z.string(),
} as const;
const AS_FILE =
  'The same as a file, a line each for every day, month or year, with headings in the caller’s language';

export const exportStationKpis = route({
  ...read,
  ...file,
  path: '/stations/:id/kpis/file',
  summary: AS_FILE,
  params: idParam,
});

export const exportDeviceKpis = route({
  ...read,
  ...file,
  tag: 'devices',
  path: '/devices/:id/kpis/file',
  summary: AS_FILE,
  params: idParam,
});

export const exportPortfolioKpis = route({
  ...read,
  ...file,
  tag: 'portfolio',
  path: '/portfolio/kpis/file',
  summary: AS_FILE,
});
