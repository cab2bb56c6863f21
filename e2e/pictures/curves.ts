/** Noon of a day in June. Everything in the pictures is as it is then. */
export const NOW = Date.UTC(2026, 5, 21, 10, 0);
export const ZONE = 'Europe/Madrid';
const MIDNIGHT = Date.UTC(2026, 5, 20, 22, 0);
const STEP = 5 * 60_000;
const STEPS_OF_DAY = 288;

/** Share of the day's best sun, 0 to 1, at a step of the day. */
const sun = (step: number): number => Math.max(0, Math.sin(((step - 76) / 176) * Math.PI));
const past = (step: number): boolean => MIDNIGHT + step * STEP <= NOW;

const steps = Array.from({ length: STEPS_OF_DAY }, (_, step) => step);
/** A line over the day: null where the day has not come to yet. */
const line = (value: (step: number) => number) => steps.map((step) => (past(step) ? value(step) : null));

/** A clear day of a home with a battery, W. Clouds pass in the morning. */
export const homeDay = {
  day: '2026-06-21',
  timeZone: ZONE,
  times: steps.map((step) => MIDNIGHT + step * STEP),
  pv: line((step) => 8000 * sun(step) * (step > 100 && step < 112 ? 0.5 : 1)),
  load: line((step) => 500 + 900 * Math.abs(Math.sin(step / 9))),
  grid: line((step) => (sun(step) > 0 ? -3000 * sun(step) : 350)),
  battery: line((step) => (sun(step) > 0 ? -2500 * sun(step) : 400)),
  soc: line((step) => Math.min(95, 25 + step / 2.4)),
  irradiance: steps.map(() => null),
  expected: steps.map((step) => 7200 * sun(step)),
  expectedLow: steps.map((step) => 6400 * sun(step)),
  expectedHigh: steps.map((step) => 7900 * sun(step)),
  expectedBound: steps.map((step) => 10_400 * sun(step)),
  expectedSource: 'poa',
  sunrise: MIDNIGHT + 76 * STEP,
  sunset: MIDNIGHT + 252 * STEP,
};

/** The last 24 hours of a whole fleet, W. */
export const fleetDay = {
  times: steps.map((step) => NOW - (STEPS_OF_DAY - step) * STEP),
  power: steps.map((step) => 2.4e6 * sun((step + 144) % STEPS_OF_DAY)),
  reporting: steps.map(() => 12),
};

/** A point of a device over the last hours. */
export const history = {
  resolution: 'raw',
  series: [
    {
      key: 'ac.power',
      unit: 'W',
      times: homeDay.times.filter((_, step) => past(step)),
      values: homeDay.pv.filter((value) => value !== null),
    },
  ],
};

/** Energies by day, kWh. */
export const dayOf = (index: number): string => `2026-06-${String(index + 1).padStart(2, '0')}`;
export const energyOf = (index: number): number => 42 + 14 * Math.sin(index * 1.7);
