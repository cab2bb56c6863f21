export { createStates } from './create-states.ts';
