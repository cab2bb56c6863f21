import type { LiveEvent } from '@sunfleet/contract';
import { messageOf } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createTurns, type Turns } from '../../platform/turns.ts';
import type { OpenStream } from './open-stream.ts';

/**
 * Tells one client that what it read before may no longer be its own. It is not kept for a client that comes back, because that
 * one reads everything again anyway.
 */
const ACCESS: LiveEvent = { type: 'access' };

/** All streams are asked again at the same moment; most connections to the database stay free for others. */
const AT_ONCE = 4;

/**
 * Asks again what streams may carry. One renewal of a stream runs at a time: an answer that was asked for earlier never comes
 * after a newer one.
 */
export function createRenewals(log: Logger): (stream: OpenStream) => Promise<void> {
  const running = new Map<OpenStream, { again: boolean }>();
  const turns = createTurns({ atOnce: AT_ONCE });
  return async (stream) => {
    const renewal = running.get(stream);
    if (renewal) renewal.again = true;
    else await renewUntilDone(stream, { running, turns, log });
  };
}

interface Renewing {
  running: Map<OpenStream, { again: boolean }>;
  turns: Turns;
  log: Logger;
}

async function renewUntilDone(stream: OpenStream, { running, turns, log }: Renewing): Promise<void> {
  const renewal = { again: true };
  running.set(stream, renewal);
  try {
    while (renewal.again) {
      await turns.take(stream.person, () => {
        renewal.again = false;
        return renewOnce(stream);
      });
    }
  } catch (error) {
    // A stream whose rights cannot be read may not go on.
    log.warn({ err: messageOf(error) }, 'live stream not renewed');
    stream.sink.end();
  } finally {
    running.delete(stream);
  }
}

async function renewOnce({ actor, subscription, sink }: OpenStream): Promise<void> {
  const now = await actor();
  if (!now) sink.end();
  else {
    const changed = await subscription.renew(now);
    sink.write(changed ? `data: ${JSON.stringify(ACCESS)}\n\n` : ': still here\n\n');
  }
}
