import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose senders wait until they are asked for the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets senders that wait with a body (`Expect: 100-continue`) wait until their session or key was checked; Node would ask for the body at once.
 * Where one is refused its connection ends, because nobody knows whether the body still comes.
 */
export function holdBackBodies(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Asks the sender of a request that was let in for its body, where it waits for that. */
export function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  waiting.delete(request);
  response?.writeContinue();
}
