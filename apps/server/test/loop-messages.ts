import { EventEmitter } from 'node:events';
import type { Messages } from '../src/platform/messages/messages.ts';

/** Messages of one process, which arrive at once. `cut` drops them until it is called again. */
export function loopMessages(): Messages & { cut(isCut: boolean): void } {
  const heard = new EventEmitter().setMaxListeners(0);
  let isCut = false;
  const hear = <Message>(subject: string, listener: (message: Message) => void) => {
    heard.on(subject, listener);
    return () => void heard.off(subject, listener);
  };
  const send = (subject: string, message: unknown) => void (isCut || heard.emit(subject, message));
  return {
    cut: (now) => void (isCut = now),
    send: (subject, message) => send(subject, JSON.parse(JSON.stringify(message))),
    hear,
    sendBytes: send,
    hearBytes: hear,
    settled: async () => undefined,
    ask: async () => undefined,
    answer: () => () => undefined,
    onGap: () => () => undefined,
    isCut: () => isCut,
    stop: async () => undefined,
  };
}
