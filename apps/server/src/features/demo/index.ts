export { ensureDemo } from './seed.ts';
