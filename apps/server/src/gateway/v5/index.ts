export { createV5Gateway } from './create-v5-gateway.ts';
