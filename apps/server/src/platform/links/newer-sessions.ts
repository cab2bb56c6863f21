import { randomUUID } from 'node:crypto';
import { createBurst } from '../burst.ts';
import type { Messages } from '../messages/messages.ts';

const SUBJECT = 'links.newer';
/** Announcements of this time are one message. */
const GATHER_MS = 20;
/** Connections in one message. */
const MOST_TOLD = 1000;

/** Connections by serial number and epoch. */
type Told = [sn: string, epoch: number][];

interface Message {
  /** The server that tells it. At one server a device may have several connections. */
  from: string;
  told: Told;
}

export interface NewerSessions {
  /** Tells other servers that a connection of this epoch stands. */
  tell(sn: string, epoch: number): void;
}

/**
 * Tells other servers of connections, and hears of theirs. After a cut of the connection between servers everything that stands is told again,
 * because nobody knows what was missed.
 */
export function createNewerSessions(
  messages: Pick<Messages, 'send' | 'hear' | 'onGap'>,
  { heard, standing }: { heard: (sn: string, epoch: number) => void; standing: () => Told },
): NewerSessions {
  const own = randomUUID();
  const send = (all: Told): void => {
    for (let start = 0; start < all.length; start += MOST_TOLD) {
      const message: Message = { from: own, told: all.slice(start, start + MOST_TOLD) };
      messages.send(SUBJECT, message);
    }
  };
  const burst = createBurst<Told[number]>(
    GATHER_MS,
    async (told) => send(told),
    () => undefined,
  );
  messages.hear<Message>(SUBJECT, ({ from, told }) => {
    if (from === own) return;
    for (const [sn, epoch] of told) heard(sn, epoch);
  });
  messages.onGap(() => send(standing()));
  return { tell: (sn, epoch) => burst.add([sn, epoch]) };
}
