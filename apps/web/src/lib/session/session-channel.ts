import type { Session } from '@sunfleet/contract';
import { SESSION_KEY } from './session-key.ts';

/** What a tab says to the others: what session is there, or which one there is now; null: none for this browser's tabs alone. */
type Message = 'which' | { session: Session | null };

interface Listener {
  /** The session that only the open tabs have. */
  own: () => Session | undefined;
  /** Another tab has this one now. */
  take: (session: Session | undefined) => void;
}

/** Brings a session that is not remembered from tab to tab, so that it lives as long as one of them is open. */
export interface SessionChannel {
  open: (listener: Listener) => void;
  send: (session: Session | undefined) => void;
  /** Resolves when another tab has answered which session there is, or when none answers in time. */
  ask: () => Promise<void>;
}

/** Tabs that are there answer within a few milliseconds. */
const ANSWER_MS = 150;

/** A channel to the other tabs of this browser. It can ask before there is a store; what is answered then waits for it. */
export function createSessionChannel(name = SESSION_KEY, answerMs = ANSWER_MS): SessionChannel {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches pages of this origin only
  const say = (message: Message) => channel.postMessage(message);
  let answered = (): void => undefined;
  let listener: Listener | undefined;
  let early: Extract<Message, object> | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'which') {
      const session = listener?.own();
      if (session) say({ session });
      return;
    }
    if (listener) listener.take(data.session ?? undefined);
    else early = data;
    answered();
  });
  return {
    open: (given) => {
      listener = given;
      if (early) listener.take(early.session ?? undefined);
      early = undefined;
    },
    send: (session) => say({ session: session ?? null }),
    ask: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, answerMs);
        answered = () => {
          clearTimeout(timer);
          resolve();
        };
        say('which');
      }),
  };
}
