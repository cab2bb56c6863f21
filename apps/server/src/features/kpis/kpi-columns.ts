import type { KpiSums } from '@sunfleet/analysis';

/** Least share of the samples of a day, of its light, and of its expected power before the day is judged by them. */
const LEAST_SAMPLES = 0.7;
const LEAST_LIGHT = 0.95;
const LEAST_EXPECTED = 0.98;
/** Least share of the nameplate whose DC power is measured, and of the energy in the minutes in which it is. */
const LEAST_METERED = 0.95;
const LEAST_PAIRED = 0.5;

/** What is known of a day of one station or inverter, as columns beside those of its row; `mean` is the mean temperature of a year, °C. */
export const FACTS = `
  NOT isNaN(energy) AS has_energy,
  has_energy AND NOT completeness < ${LEAST_SAMPLES} AS is_complete,
  lit > 0 AND lit >= ${LEAST_LIGHT} * daylight AS has_light,
  has_energy AND dc > 0 AND metered >= ${LEAST_METERED} * capacity AND ac > 0 AND ac >= ${LEAST_PAIRED} * energy AS has_dc,
  if(has_dc, energy * dc / ac, 0) AS dc_energy,
  is_complete AND has_light AND capacity > 0 AS is_judged,
  capacity * irradiation AS reference,
  is_judged AND warm > 0 AND warm >= ${LEAST_LIGHT} * irradiation AS is_warm,
  if(warm > 0, heat / warm, 0) AS cell,
  is_warm AND has_mean = 1 AS is_seasonal,
  is_judged AND has_dc AS is_balanced,
  NOT isNaN(expected) AND computed >= ${LEAST_EXPECTED} * hours * 12 AS has_expected,
  is_complete AND has_expected AS is_compared,
  running + outages > 0 AS has_states,
  has_states AND has_energy AND has_expected AS is_supplied`;

/** A sum over the days on which `where` holds; of their number where no value is named. */
interface Sum {
  name: string;
  value: string | undefined;
  where: string;
}

const sumOf = (name: string, value: string, where = '1'): Sum => ({ name, value, where });
const countOf = (name: string, where = '1'): Sum => ({ name, value: undefined, where });

/** What is summed. A name that ends with `_cap` is the nameplate of those that are summed. */
const SUMS: readonly Sum[] = [
  countOf('n'),
  sumOf('cap', 'capacity'),
  countOf('energy_n', 'has_energy'),
  sumOf('energy_kwh', 'energy', 'has_energy'),
  sumOf('energy_cap', 'capacity', 'has_energy'),
  sumOf('energy_full', 'capacity * hours', 'has_energy'),
  countOf('complete_n', 'is_complete'),
  countOf('light_some', 'lit > 0'),
  countOf('light_n', 'has_light'),
  sumOf('light_ref', 'reference', 'has_light'),
  sumOf('light_cap', 'capacity', 'has_light'),
  countOf('dc_some', 'dc > 0'),
  countOf('dc_n', 'has_dc'),
  sumOf('dc_kwh', 'dc_energy', 'has_dc'),
  sumOf('dc_cap', 'capacity', 'has_dc'),
  countOf('judged_n', 'is_judged'),
  sumOf('judged_kwh', 'energy', 'is_judged'),
  sumOf('judged_ref', 'reference', 'is_judged'),
  countOf('warm_n', 'is_warm'),
  sumOf('warm_kwh', 'energy', 'is_warm'),
  sumOf('warm_ref', 'reference * (1 + gamma * (cell - 25))', 'is_warm'),
  countOf('seasonal_n', 'is_seasonal'),
  sumOf('seasonal_kwh', 'energy', 'is_seasonal'),
  sumOf('seasonal_ref', 'reference * (1 + gamma * (cell - mean))', 'is_seasonal'),
  countOf('balanced_n', 'is_balanced'),
  sumOf('balanced_ref', 'reference', 'is_balanced'),
  sumOf('balanced_dc', 'dc_energy', 'is_balanced'),
  sumOf('balanced_kwh', 'energy', 'is_balanced'),
  sumOf('balanced_cap', 'capacity', 'is_balanced'),
  countOf('compared_n', 'is_compared'),
  sumOf('compared_kwh', 'energy', 'is_compared'),
  sumOf('compared_expected', 'expected', 'is_compared'),
  countOf('expected_n', 'has_expected'),
  countOf('states_n', 'has_states'),
  ...['running', 'outages', 'grid', 'stopped'].map((name) => sumOf(`states_${name}`, name, 'has_states')),
  sumOf('states_daylight', 'light_hours', 'has_states'),
  countOf('supplied_n', 'is_supplied'),
  sumOf('supplied_kwh', 'energy', 'is_supplied'),
  sumOf('supplied_lost', 'lost', 'is_supplied'),
  sumOf('supplied_curtailed', 'curtailed', 'is_supplied'),
  sumOf('supplied_unheard', 'unheard', 'is_supplied'),
  countOf('converted_n', 'dc > 0'),
  sumOf('converted_ac', 'ac', 'dc > 0'),
  sumOf('converted_dc', 'dc', 'dc > 0'),
];

/** Yields of days add up, whatever hangs on the grid on each of them: a sum by the nameplate of the same days. */
const YIELDS = [
  ['energy_yield', 'energy_kwh', 'energy_cap'],
  ['light_yield', 'light_ref', 'light_cap'],
  ['dc_yield', 'dc_kwh', 'dc_cap'],
  ['balanced_reference', 'balanced_ref', 'balanced_cap'],
  ['balanced_array', 'balanced_dc', 'balanced_cap'],
  ['balanced_final', 'balanced_kwh', 'balanced_cap'],
] as const;

const of = ({ value, where }: Sum) => {
  if (where === '1') return value === undefined ? 'count()' : `sum(${value})`;
  return value === undefined ? `countIf(${where})` : `sumIf(${value}, ${where})`;
};

/** Sums over all subjects of one day. */
export const DAY_SUMS = SUMS.map((sum) => `${of(sum)} AS ${sum.name}`);

/** Sums over days of the sums of all subjects. */
export const BUCKET_SUMS = [
  'count() AS days',
  ...SUMS.map(({ name }) => `sum(${name}) AS ${name}_sum`),
  ...YIELDS.map(([name, part, cap]) => `sum(if(${cap} > 0, ${part} / ${cap}, 0)) AS ${name}`),
];

const partOf = (name: string) => SUMS.find((sum) => sum.name === name)!;

/** The same over the days of one subject, whose rows are days: half the statement, and so half the time of its planning. */
export const SINGLE_SUMS = [
  'count() AS days',
  ...SUMS.map((sum) => `${of(sum)} AS ${sum.name}_sum`),
  ...YIELDS.map(([name, part]) => {
    const { value, where } = partOf(part);
    return `sumIf(${value} / capacity, ${where} AND capacity > 0) AS ${name}`;
  }),
];

/** The bucket, and numbers by the names of `BUCKET_SUMS`. */
export interface SumRow {
  readonly label: string;
  readonly [name: string]: number | string;
}

/** Sums of some buckets together. */
export function gather(rows: readonly SumRow[]): KpiSums {
  const of = (name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  const sum = (name: string) => of(`${name}_sum`);
  const days = of('days');
  return {
    days: sum('n'),
    capacityKw: days > 0 ? sum('cap') / days : 0,
    energy: {
      days: sum('energy_n'),
      kwh: sum('energy_kwh'),
      yield: of('energy_yield'),
      kwHours: sum('energy_full'),
    },
    complete: sum('complete_n'),
    light: { someDays: sum('light_some'), days: sum('light_n'), yield: of('light_yield') },
    dc: { someDays: sum('dc_some'), days: sum('dc_n'), kwh: sum('dc_kwh'), yield: of('dc_yield') },
    judged: { days: sum('judged_n'), kwh: sum('judged_kwh'), reference: sum('judged_ref') },
    warm: { days: sum('warm_n'), kwh: sum('warm_kwh'), reference: sum('warm_ref') },
    seasonal: { days: sum('seasonal_n'), kwh: sum('seasonal_kwh'), reference: sum('seasonal_ref') },
    balanced: {
      days: sum('balanced_n'),
      reference: of('balanced_reference'),
      array: of('balanced_array'),
      final: of('balanced_final'),
    },
    compared: { days: sum('compared_n'), kwh: sum('compared_kwh'), expected: sum('compared_expected') },
    expectedDays: sum('expected_n'),
    states: {
      days: sum('states_n'),
      running: sum('states_running'),
      outages: sum('states_outages'),
      grid: sum('states_grid'),
      stopped: sum('states_stopped'),
      daylight: sum('states_daylight'),
    },
    supplied: {
      days: sum('supplied_n'),
      kwh: sum('supplied_kwh'),
      lost: sum('supplied_lost'),
      curtailed: sum('supplied_curtailed'),
      unheard: sum('supplied_unheard'),
    },
    converted: { days: sum('converted_n'), ac: sum('converted_ac'), dc: sum('converted_dc') },
  };
}
