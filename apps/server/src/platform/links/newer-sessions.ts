import { createBurst } from '../burst.ts';
import type { Messages } from '../messages/messages.ts';

const SUBJECT = 'links.newer';
/** Announcements of this time are one message. */
const GATHER_MS = 20;
/** Connections in one message. */
const MOST_TOLD = 1000;

/** Connections by serial number and epoch. */
type Told = [sn: string, epoch: number][];

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
  const send = (told: Told): void => {
    for (let from = 0; from < told.length; from += MOST_TOLD)
      messages.send(SUBJECT, told.slice(from, from + MOST_TOLD));
  };
  const burst = createBurst<Told[number]>(
    GATHER_MS,
    async (told) => send(told),
    () => undefined,
  );
  messages.hear<Told>(SUBJECT, (told) => {
    for (const [sn, epoch] of told) heard(sn, epoch);
  });
  messages.onGap(() => send(standing()));
  return { tell: (sn, epoch) => burst.add([sn, epoch]) };
}
