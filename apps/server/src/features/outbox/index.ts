export { deliverDue } from './deliver-due.ts';
export { deliveryBy } from './delivery-by.ts';
export { publicLink } from './public-link.ts';
export { redactSecret } from './redact-secrets.ts';
export { registerOutboxRoutes } from './routes.ts';
export { sendMessage } from './send-message.ts';
export type { SecurityEvent } from './templates.ts';
export { dayWords, timeWords } from './time-words.ts';
export { wayTo, type Reader } from './way-to.ts';
