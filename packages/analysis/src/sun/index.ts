export * from './earthsun-distance.ts';
export * from './sun-rise-set-transit.ts';
export { getSolarposition, type SolarPosition, type SolarPositionInput } from './solar-position.ts';
