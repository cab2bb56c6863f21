import { noise1, scatter } from './noise.ts';

export type LoadShape = 'residential' | 'residentialStorage' | 'commercial' | 'utility' | 'microgrid';

/** Consumption by local hour against the mean of the day. */
const HOME = [
  0.5, 0.45, 0.42, 0.4, 0.42, 0.55, 0.95, 1.3, 1.15, 0.9, 0.85, 0.95, 1.15, 1.0, 0.85, 0.85, 1.0, 1.35, 1.75,
  1.95, 1.8, 1.5, 1.1, 0.75,
];
const WORK = [
  0.42, 0.4, 0.4, 0.4, 0.45, 0.6, 0.9, 1.3, 1.6, 1.75, 1.8, 1.75, 1.55, 1.7, 1.7, 1.6, 1.4, 1.1, 0.8, 0.65,
  0.55, 0.5, 0.45, 0.42,
];
const VILLAGE = [
  0.7, 0.65, 0.6, 0.6, 0.65, 0.8, 1.0, 1.1, 1.05, 1.0, 1.0, 1.05, 1.1, 1.05, 1.0, 1.0, 1.05, 1.2, 1.5, 1.6,
  1.45, 1.2, 0.95, 0.8,
];

const SHAPES: Readonly<Record<LoadShape, readonly number[]>> = {
  residential: HOME,
  residentialStorage: HOME,
  commercial: WORK,
  utility: WORK,
  microgrid: VILLAGE,
};

export interface LoadInput {
  station: string;
  shape: LoadShape;
  /** W, mean of the year. */
  mean: number;
  /** Local time written as if it were UTC, epoch milliseconds. */
  wall: number;
  /** degC outside: heat and cold are paid with electricity. */
  temperature: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Consumption of a place, W: daily shape, weekend, weather, and appliances that switch on and off. */
export function loadAt({ station, shape, mean, wall, temperature }: LoadInput): number {
  if (mean <= 0) return 0;
  const hour = (wall % DAY_MS) / 3_600_000;
  const curve = SHAPES[shape];
  const early = Math.floor(hour);
  const base = curve[early]! + (curve[(early + 1) % 24]! - curve[early]!) * (hour - early);
  const weekday = new Date(wall).getUTCDay();
  const rest = weekday === 0 || weekday === 6;
  const week = shape === 'commercial' || shape === 'utility' ? (rest ? 0.5 : 1.15) : rest ? 1.1 : 0.97;
  const climate = 1 + 0.018 * Math.max(0, 14 - temperature) + 0.03 * Math.max(0, temperature - 25);
  const seed = Math.floor(scatter(station, 41) * 2 ** 31);
  const mood = 0.75 + 0.5 * noise1(seed, wall / (47 * MINUTE_MS));
  const draw = Math.min(mean * 1.4, APPLIANCE_WATTS);
  const steady = mean - draw * MEAN_RUNNING;
  return base * (steady * week * Math.min(climate, 1.8) * mood + draw * running(seed, wall));
}

const APPLIANCE_WATTS = 2200;
const APPLIANCES = [1, 0.8, 0.6, 0.4];
/** Share of the time each runs. */
const DUTY = 0.08;
const MEAN_RUNNING = DUTY * APPLIANCES.reduce((sum, share) => sum + share, 0);

/** Kettles, ovens, compressors: each runs for some minutes of its own raster. */
function running(seed: number, wall: number): number {
  return APPLIANCES.reduce((sum, share, index) => {
    const slot = Math.floor(wall / ((6 + 5 * index) * MINUTE_MS));
    return noise1(seed + 100 + index, slot) < DUTY ? sum + share : sum;
  }, 0);
}
