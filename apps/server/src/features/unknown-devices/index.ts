export { expireUnknown } from './expire-unknown.ts';
export { forgetMeasured } from './forget-measured.ts';
