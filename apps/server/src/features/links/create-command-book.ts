import type { AskedCommand, CommandBook } from '../../platform/links/command-book.ts';
import type { DeviceReply, RequestReply } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { commandStateOf, findCommand, insertCommand, markEnded } from '../commands/index.ts';
import { createOutcomes } from './await-outcomes.ts';
import { clearRequest, readDevice, sendRequest } from './clear-request.ts';
import { findCarrier } from './find-carrier.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

const SENT_OR_NOT: DeviceReply = { ok: false, failure: 'timeout', sent: true };
const NEVER_SENT: DeviceReply = { ok: false, failure: 'timeout', sent: false };

/** Commands as rows of PostgreSQL. */
export function createCommandBook(platform: Parts): CommandBook {
  const { db, clock, log } = platform;
  const outcome = createOutcomes(platform);

  /** Takes the key of a command that nobody has begun with. */
  async function close(asked: AskedCommand): Promise<RequestReply> {
    const device = await readDevice(db, asked, { now: clock.now() });
    if (!device) return { ...NEVER_SENT, command: null };
    const now = clock.now();
    const id = await insertCommand(db, asked, { ...device, now });
    if (id === undefined) return found(asked);
    const state = await markEnded(db, id, { state: 'failed', reply: NEVER_SENT, now });
    return { ...NEVER_SENT, command: { id, state } };
  }

  async function found(asked: AskedCommand): Promise<RequestReply> {
    const known = await findCommand(db, asked);
    if (!known) return close(asked);
    return known.same ? outcome(known.id) : { ok: false, failure: 'keyTaken', sent: false, command: null };
  }

  /** The store does not say now; what was sent may have been done. */
  const unclear = (error: unknown): RequestReply => {
    log.warn({ err: error }, 'it is not known what became of a command');
    return { ...SENT_OR_NOT, command: null };
  };

  return {
    open: (asked) => clearRequest(platform, asked),
    send: (opened, asked) => sendRequest(platform, asked, opened),
    async end(id, request, reply) {
      const state = commandStateOf(request, reply);
      try {
        return await markEnded(db, id, { state, reply, now: clock.now() });
      } catch (error) {
        // It stays as sent, until its time is over.
        log.warn({ err: error, command: id }, 'end of a command not kept');
        return state;
      }
    },
    outcome: (id) => outcome(id).catch(unclear),
    giveUp: (asked) => found(asked).catch(unclear),
    carrierOf: ({ to, request }) => findCarrier(db, to.deviceId, request),
  };
}
