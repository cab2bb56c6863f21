export { expireUnknown } from './expire-unknown.ts';
