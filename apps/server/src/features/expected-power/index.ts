export { expectPower } from './expect-power.ts';
export { learnStations } from './learn-stations.ts';
export { createExpectedOfDay } from './expected-of-day.ts';
export { learnedOn, readLearned, type Learned } from './learned.ts';
export { LOSS_BASIS } from './losses/loss-basis.ts';
export { readLosses, type StoredLosses } from './losses/read-losses.ts';
export { EXPECTED_VERSION } from './model-key.ts';
export { registerExpectedPowerRoutes } from './routes.ts';
export { expectedEnergies, readExpectedCurve } from './read-expected.ts';
