export { deliverDue } from './deliver-due.ts';
export { dayWords, publicLink, timeWords } from './message-words.ts';
export { gatherMessage } from './gather-message.ts';
export { redactSecret } from './redact-secrets.ts';
export { registerOutboxRoutes } from './routes.ts';
export { sendMessage } from './send-message.ts';
export type { SecurityEvent } from './templates.ts';
export { accountLimits, forgetUnasked, unaskedLimits, workLimits } from './unasked-limits.ts';
export { deliveryBy, wayTo, type Reader, type Way } from './way-to.ts';
