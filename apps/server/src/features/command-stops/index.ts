export { keepStop } from './keep-stop.ts';
export { isHeldByStop, refuseLeaving, requireNotStopped, type Leaving } from './require-not-stopped.ts';
export { holdFor, isStopped, leavesStop } from './stop-condition.ts';
export { holdingStops, holdSending, holdStops } from './stop-lock.ts';
