import type { KpiFigures } from './routes/kpis.ts';
import type { KpiName } from './kpi-words.ts';

type Sums = KpiFigures['sums'];
interface Input {
  unit: 'kWh' | 'kWp' | 'kWh/m²' | 'h';
  of: (sums: Sums) => number;
}

/** kW of nameplate times hours, as hours of the whole nameplate. */
const hours =
  (of: (sums: Sums) => number): Input['of'] =>
  (sums) =>
    sums.capacityKw > 0 ? of(sums) / sums.capacityKw : 0;
const untold = ({ daylight, running, outages, grid, stopped }: Sums['states']) =>
  Math.max(0, daylight - running - outages - grid - stopped);

/** What key figures are made of, by the names of its texts. */
export const KPI_INPUTS = {
  energy: { unit: 'kWh', of: ({ energy }) => energy.kwh },
  capacity: { unit: 'kWp', of: ({ capacityKw }) => capacityKw },
  allHours: { unit: 'kWh', of: ({ energy }) => energy.kwHours },
  dcEnergy: { unit: 'kWh', of: ({ dc }) => dc.kwh },
  irradiation: { unit: 'kWh/m²', of: ({ light }) => light.yield },
  judgedEnergy: { unit: 'kWh', of: ({ judged }) => judged.kwh },
  standard: { unit: 'kWh', of: ({ judged }) => judged.reference },
  warmEnergy: { unit: 'kWh', of: ({ warm }) => warm.kwh },
  standardWarm: { unit: 'kWh', of: ({ warm }) => warm.reference },
  seasonalEnergy: { unit: 'kWh', of: ({ seasonal }) => seasonal.kwh },
  standardSeasonal: { unit: 'kWh', of: ({ seasonal }) => seasonal.reference },
  balancedReference: { unit: 'h', of: ({ balanced }) => balanced.reference },
  balancedArray: { unit: 'h', of: ({ balanced }) => balanced.array },
  balancedFinal: { unit: 'h', of: ({ balanced }) => balanced.final },
  comparedEnergy: { unit: 'kWh', of: ({ compared }) => compared.kwh },
  expected: { unit: 'kWh', of: ({ compared }) => compared.expected },
  running: { unit: 'h', of: hours(({ states }) => states.running) },
  outages: { unit: 'h', of: hours(({ states }) => states.outages) },
  grid: { unit: 'h', of: hours(({ states }) => states.grid) },
  stopped: { unit: 'h', of: hours(({ states }) => states.stopped) },
  untold: { unit: 'h', of: hours(({ states }) => untold(states)) },
  suppliedEnergy: { unit: 'kWh', of: ({ supplied }) => supplied.kwh },
  lost: { unit: 'kWh', of: ({ supplied }) => supplied.lost },
  curtailed: { unit: 'kWh', of: ({ supplied }) => supplied.curtailed },
  unheard: { unit: 'kWh', of: ({ supplied }) => supplied.unheard },
  acEnergy: { unit: 'kWh', of: ({ converted }) => converted.ac },
  dcMeasured: { unit: 'kWh', of: ({ converted }) => converted.dc },
} as const satisfies Record<string, Input>;
export type KpiInput = keyof typeof KPI_INPUTS;

/** The inputs of each key figure: what it is made of first, what it leaves out last. */
export const KPI_MADE_OF = {
  finalYield: ['energy', 'capacity'],
  arrayYield: ['dcEnergy', 'capacity'],
  referenceYield: ['irradiation'],
  performanceRatio: ['judgedEnergy', 'standard'],
  performanceRatio25: ['warmEnergy', 'standardWarm'],
  performanceRatioYear: ['seasonalEnergy', 'standardSeasonal'],
  energyPerformanceIndex: ['comparedEnergy', 'expected'],
  timeAvailability: ['running', 'outages', 'grid', 'stopped', 'untold'],
  energyAvailability: ['suppliedEnergy', 'lost', 'curtailed', 'unheard'],
  captureLoss: ['balancedReference', 'balancedArray'],
  systemLoss: ['balancedArray', 'balancedFinal'],
  capacityFactor: ['energy', 'allHours'],
  inverterEfficiency: ['acEnergy', 'dcMeasured'],
} as const satisfies Record<KpiName, readonly KpiInput[]>;

const IN_HOURS: ReadonlySet<KpiName> = new Set<KpiName>([
  'finalYield',
  'arrayYield',
  'referenceYield',
  'captureLoss',
  'systemLoss',
]);

/** Unit in which people read a key figure; ratios are read in per cent. */
export const kpiUnit = (name: KpiName): 'h' | '%' => (IN_HOURS.has(name) ? 'h' : '%');
