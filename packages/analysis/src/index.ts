export * from './energy/buckets.ts';
export * from './energy/choose-source.ts';
export * from './energy/corrections.ts';
export * from './energy/counter.ts';
export * from './energy/day-counter.ts';
export * from './energy/gap-limit.ts';
export * from './energy/power-integral.ts';
export * from './energy/samples.ts';
export * from './expected/accepted-days.ts';
export * from './expected/calibration.ts';
export * from './expected/expected-curve.ts';
export * from './expected/expected-source.ts';
export * from './expected/fit-calibration.ts';
export * from './expected/hourly-weather.ts';
export * from './expected/model-columns.ts';
export * from './expected/sensor-faults.ts';
export * from './expected/sky-columns.ts';
export * from './expected/station-model.ts';
export * from './forecast/clear-sky-profile.ts';
export * from './forecast/forecast-band.ts';
export * from './forecast/forecast-errors.ts';
export * from './forecast/forecast-skill.ts';
export type { PastDay } from './forecast/past-days.ts';
export * from './forecast/smart-persistence.ts';
export * from './forecast/surplus-hours.ts';
export * from './kpi/availability.ts';
export * from './kpi/environment.ts';
export * from './kpi/expected-share.ts';
export * from './kpi/grid-factors.data.ts';
export * from './kpi/performance.ts';
export type { PvRows } from './pv/array-light.ts';
export * from './pv/expected-band.ts';
export * from './pv/expected-power.ts';
export * from './pv/stuck-sensor.ts';
export {
  horizonElevation,
  horizonProfile,
  type HorizonPoint,
  type HorizonProfile,
} from './shading/horizon.ts';
export * from './stats/quantile.ts';
export * from './sun/clear-sky.ts';
export * from './sun/plane.ts';
export * from './sun/solar-position.ts';
export * from './sun/sun-times.ts';
export * from './storage/equivalent-cycles.ts';
export * from './storage/round-trip.ts';
export * from './tariff/check-tariff.ts';
export * from './tariff/examples.data.ts';
export * from './tariff/grid-type.ts';
export * from './tariff/minor-units.ts';
export * from './tariff/price-slots.ts';
export * from './tariff/revenue.ts';
export * from './tariff/storage-value.ts';
export * from './tariff/tariff.ts';
export * from './time/local-days.ts';
export * from './time/zone-offset.ts';
