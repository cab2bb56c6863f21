export { createOutbox } from './create-outbox.ts';
export { publicLink } from './public-link.ts';
export { registerOutboxRoutes } from './routes.ts';
export { sendMessage } from './send-message.ts';
