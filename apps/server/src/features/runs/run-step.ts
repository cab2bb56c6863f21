import type { RunStep, StepFailure } from '@sunfleet/contract';

/** A step of which nothing is known yet. */
export const EMPTY_STEP = { before: null, after: null, answer: null, failure: null, detail: null } as const;

/** A step that did not come to its end, with what is known of it. */
export const failedStep = (key: string, failure: StepFailure, facts: Partial<RunStep> = {}): RunStep => ({
  ...EMPTY_STEP,
  ...facts,
  key,
  state: 'failed',
  failure,
});
