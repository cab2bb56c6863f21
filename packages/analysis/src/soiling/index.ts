export * from './hsu.ts';
export * from './kimber.ts';
export * from './soiling-srr.ts';
export type { CleanCriterion } from './srr-days.ts';
export type { SoilingInterval } from './srr-intervals.ts';
export type { CleanMethod } from './srr-monte-carlo.ts';
