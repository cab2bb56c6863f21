export { createV5Gateway, type V5Gateway, type V5GatewayInput } from './create-v5-gateway.ts';
export type { V5Options } from './options.ts';
