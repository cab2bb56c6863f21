export { createStates, type States } from './create-states.ts';
export { STATE_POINTS } from './state-points.ts';
