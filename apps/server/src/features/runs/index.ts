export { registerRunsRoutes } from './routes.ts';
export type { RunOutcome, RunScript, RunWork } from './run-script.ts';
export { EMPTY_STEP, failedStep } from './run-step.ts';
export { runScope } from './run-scope.ts';
export { startRun } from './start-run.ts';
export { workRuns } from './work-runs.ts';
export { goneAfter, isSpared, LOOKS_MS, outcomeOfSteps, registerWrite, writeOnce } from './write-once.ts';
export { setOpenRuns } from './set-open-runs.ts';
export { withinWindow, type RunWindow } from './within-window.ts';
