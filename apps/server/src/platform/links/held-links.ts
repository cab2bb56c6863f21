import type { Messages } from '../messages/messages.ts';
import type { Standing } from './device-links.ts';
import { linkSubject } from './link-subject.ts';

/** The connections that stand at the gateways of this server, each of which is asked for on the subject of its serial number. */
export interface HeldLinks {
  has(sn: string): boolean;
  /** Answers the function to call when the connection ended. */
  add(connection: Standing): () => void;
}

/** `work` answers what other servers ask. */
export function createHeldLinks<Question, Answer>(
  messages: Pick<Messages, 'answer'>,
  work: (question: Question) => Promise<Answer>,
): HeldLinks {
  const held = new Map<string, { connections: Set<Standing>; endHearing: () => void }>();
  return {
    has: (sn) => held.has(sn),
    add(connection) {
      const { sn } = connection;
      // A device may open a new connection before its old one is known to be dead: the subject is heard without a gap.
      const known = held.get(sn);
      const here = known ?? { connections: new Set(), endHearing: messages.answer(linkSubject(sn), work) };
      here.connections.add(connection);
      if (!known) held.set(sn, here);
      return () => {
        if (!here.connections.delete(connection) || here.connections.size > 0) return;
        held.delete(sn);
        here.endHearing();
      };
    },
  };
}
