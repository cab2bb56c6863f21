export { DEMO_HISTORY_DAYS, ensureDemo, type DemoLogin } from './seed.ts';
