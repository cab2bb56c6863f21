import type { Messages } from '../messages/messages.ts';
import type { Standing } from './device-links.ts';
import { linkSubject } from './link-subject.ts';
import { createNewerSessions, type NewerSessions } from './newer-sessions.ts';

/** The connections that stand at the gateways of this server, each of which is asked for on the subject of its serial number. */
export interface HeldLinks {
  has(sn: string): boolean;
  /** Answers the function to call when the connection ended. */
  add(connection: Standing): () => void;
}

/** `work` answers what other servers ask. A connection is closed once another server says that it holds a newer one of the same device. */
export function createHeldLinks<Question, Answer>(
  messages: Pick<Messages, 'answer' | 'send' | 'hear' | 'onGap'>,
  work: (question: Question) => Promise<Answer>,
): HeldLinks {
  const held = new Map<string, { connections: Set<Standing>; endHearing: () => void }>();
  // A server without gateways hears of no connections.
  let newer: NewerSessions | undefined;
  const hearNewer = () =>
    createNewerSessions(messages, {
      heard(sn, epoch) {
        const sessions = [...(held.get(sn)?.connections ?? [])].flatMap(({ session }) => session ?? []);
        for (const session of sessions) {
          if (session.epoch < epoch) session.close();
          // The other one was let in before this one, and told of itself after it.
          if (session.epoch > epoch) newer?.tell(sn, session.epoch);
        }
      },
      standing: () =>
        [...held].flatMap(([sn, { connections }]) =>
          [...connections].flatMap(({ session }): [string, number][] =>
            session ? [[sn, session.epoch]] : [],
          ),
        ),
    });
  return {
    has: (sn) => held.has(sn),
    add(connection) {
      const { sn, session } = connection;
      // A device may open a new connection before its old one is known to be dead: the subject is heard without a gap.
      const known = held.get(sn);
      const here = known ?? { connections: new Set(), endHearing: messages.answer(linkSubject(sn), work) };
      here.connections.add(connection);
      if (!known) held.set(sn, here);
      if (session) (newer ??= hearNewer()).tell(sn, session.epoch);
      return () => {
        if (!here.connections.delete(connection) || here.connections.size > 0) return;
        held.delete(sn);
        here.endHearing();
      };
    },
  };
}
