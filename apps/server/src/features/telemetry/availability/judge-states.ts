import { RUN_STATES } from '@sunfleet/device-model';

/** The device itself says that it failed. */
const FAILED = [RUN_STATES.breakdown, RUN_STATES.shutdownFailure].join(', ');
/** Out of service, or still without enough light: only a measured irradiance can tell. */
const RESTING = [RUN_STATES.standby, RUN_STATES.checking, RUN_STATES.poweringUp].join(', ');
/** W/m² by which any plant runs. */
const ENOUGH_LIGHT = 100;

/**
 * Conditions over the columns `state` and `light` (W/m², 0 where nothing measures it): the device runs, or is out of service though it could
 * have run. States that the grid, an update or a person causes are neither.
 */
export const IS_RUNNING = `state = ${RUN_STATES.running}`;
export const IS_FAILED = `state IN (${FAILED})`;
export const IS_RESTING = `state IN (${RESTING})`;
export const IS_OUTAGE = `(${IS_FAILED} OR ${IS_RESTING} AND light >= ${ENOUGH_LIGHT})`;

/** Kept from running by the grid, or by a person, a set point or an update: contracts leave these times out. */
export const IS_WAITING_FOR_GRID = `state = ${RUN_STATES.waitingGrid}`;
export const IS_STOPPED = `state IN (${RUN_STATES.shutdown}, ${RUN_STATES.burning})`;
