export { createStates, type States } from './create-states.ts';
