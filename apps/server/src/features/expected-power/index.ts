export { expectPower } from './expect-power.ts';
export { learnStations } from './learn-stations.ts';
export { createExpectedOfDay } from './expected-of-day.ts';
export { registerExpectedPowerRoutes } from './routes.ts';
export {
  expectedEnergies,
  readExpectedCurve,
  type ExpectedEnergy,
  type ExpectedEnergyQuery,
  type StoredCurve,
} from './read-expected.ts';
export { oweExpected } from './owed-stations.ts';
export type { WeatherAt } from './weather-at.ts';
