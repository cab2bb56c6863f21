export { ensureDemo, type DemoLogin } from './seed.ts';
