export { registerRunsRoutes } from './routes.ts';
export type { RunOutcome, RunScript, RunWork } from './run-script.ts';
export { runScope } from './run-scope.ts';
export { startRun } from './start-run.ts';
export { workRuns } from './work-runs.ts';
