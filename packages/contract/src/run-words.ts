// Words of what is done to devices, as plain data like `words.ts`.
import { DEVICE_FAILURES } from './words.ts';

/** What parameters of a device are about, in the order in which they are shown. */
export const PARAMETER_GROUPS = ['operation', 'battery', 'schedule', 'export', 'grid'] as const;
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];

/** What a wrong value of a parameter can harm. */
export const PARAMETER_RISKS = ['low', 'grid', 'safety'] as const;
export type ParameterRisk = (typeof PARAMETER_RISKS)[number];

/** What is done to devices, one after the other. */
export const RUN_KINDS = [
  'parameters',
  'instructions',
  'firmware',
  'move',
  'unbind',
  'label',
  'product',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** How far a run is. `stopped`: nothing more begins, for good. */
export const RUN_STATES = ['executing', 'suspended', 'stopped', 'finished'] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * How far a device of a run is. `unknown`: something was sent, and reading it back did not tell whether it was done. `expired`: its time was over
 * before it began.
 */
export const RUN_DEVICE_STATES = [
  'waiting',
  'running',
  'done',
  'failed',
  'unknown',
  'expired',
  'cancelled',
] as const;
export type RunDeviceState = (typeof RUN_DEVICE_STATES)[number];

/** What became of one step on a device. `same`: it was so already, and nothing was written. */
export const STEP_STATES = ['done', 'same', 'failed', 'unknown'] as const;
export type StepState = (typeof STEP_STATES)[number];

/**
 * Why a step was not done, beside what the road down says. `expired`: the time of the run was over. `budget`: the device's memory is spared today.
 * `notKept`: the device said yes and holds another value. `notVerified`: it could not be read back. `denied`: the platform does not do it, as its words say.
 * `readOnly`: the device tells it and lets nobody set it.
 */
export const STEP_FAILURES = [
  ...DEVICE_FAILURES,
  'expired',
  'budget',
  'notKept',
  'notVerified',
  'denied',
  'readOnly',
] as const;
export type StepFailure = (typeof STEP_FAILURES)[number];
