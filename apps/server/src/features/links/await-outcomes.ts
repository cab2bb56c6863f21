import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceReply, RequestReply } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { endOverdue, readCommands } from '../commands/index.ts';

/** Time between two looks at commands that other calls or servers send. */
const LOOK_MS = 100;

const NEVER_SENT: DeviceReply = { ok: false, failure: 'timeout', sent: false };

/** Waits until a command has ended that another call or server sends, at most until its time is over. Rejects where the store fails. */
export type Outcome = (id: number) => Promise<RequestReply>;

/**
 * All that are waited for are looked at together: a person may wait for a dozen, and a query for each of a hundred people's ten times in a second kept the
 * database from everybody else.
 */
export function createOutcomes({ db, clock }: Pick<Platform, 'db' | 'clock'>): Outcome {
  const waiting = new Map<number, PromiseWithResolvers<RequestReply>>();
  let isLooking = false;

  async function look(): Promise<void> {
    const ids = [...waiting.keys()];
    const known = new Map((await readCommands(db, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const command = known.get(id);
      if (command?.reply === null) continue;
      const reply = command ? (JSON.parse(command.reply) as DeviceReply) : NEVER_SENT;
      waiting.get(id)!.resolve({ ...reply, command: command ? { id, state: command.state } : null });
      waiting.delete(id);
    }
    // They have an end at the next look.
    if ([...known.values()].some(({ reply, overdue }) => reply === null && overdue))
      await endOverdue(db, clock.now());
  }

  async function lookOn(): Promise<void> {
    for (; waiting.size > 0; await delay(LOOK_MS))
      try {
        await look();
      } catch (error) {
        for (const { reject } of waiting.values()) reject(error);
        waiting.clear();
      }
    isLooking = false;
  }

  return (id) => {
    const known = waiting.get(id) ?? Promise.withResolvers<RequestReply>();
    waiting.set(id, known);
    if (!isLooking) {
      isLooking = true;
      void lookOn();
    }
    return known.promise;
  };
}
