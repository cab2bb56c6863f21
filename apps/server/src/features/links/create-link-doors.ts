import { AppError } from '../../platform/errors.ts';
import { createTally } from '../../platform/http/tally.ts';
import type { LoggerConnection } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { isAllowed, linkNetwork } from './link-network.ts';
import { noteConnection, noteEnd, type LinkRules } from './note-connection.ts';

/** Connections a minute of one logger: from one network, and from all that it is not trusted in. */
const PER_NETWORK = 6;
const IN_ALL = 30;
/** Connections of the database that judging takes at most. The pool serves everybody. */
const AT_ONCE = 2;
/** Nobody is sent away by an older list of addresses, should the news of a change be lost. */
const REMEMBERED_MS = 60_000;

type Parts = Pick<Platform, 'db' | 'bus' | 'clock' | 'config'>;

/** Where connections of loggers without a secret come in. */
export interface LinkDoors {
  /** As `noteConnection`. Throws AppError `tooManyRequests` for a logger that comes too often, or while it is being judged already. */
  connected(loggerId: number, connection: LoggerConnection): Promise<boolean>;
  /** The connection of this id ended. One that was never let in costs nothing. */
  disconnected(loggerId: number, connection: string): Promise<void>;
  stop(): void;
}

/**
 * Judges connections of loggers, and sends those away from memory that may not be, or that come too often: a serial number is no secret, and
 * each judgement is a transaction that locks a row. Connections from elsewhere than people allowed count for nobody, so a stranger does not
 * use up what the logger itself needs.
 */
export function createLinkDoors(platform: Parts): LinkDoors {
  const { db, bus, clock } = platform;
  const rules = new Map<number, LinkRules & { since: number }>();
  const judging = new Set<number>();
  const admitted = new Map<string, Promise<boolean>>();
  const tally = createTally(clock);
  const turns = createTurns({ atOnce: AT_ONCE });
  const end = bus.subscribe('deviceChanged', ({ deviceId }) => {
    const known = rules.get(deviceId);
    if (known) known.since = Number.NEGATIVE_INFINITY;
  });

  function isForbidden(loggerId: number, address: string): boolean {
    const known = rules.get(loggerId);
    return (
      known !== undefined &&
      clock.now() - known.since < REMEMBERED_MS &&
      !isAllowed(address, known.allowedNetworks)
    );
  }

  function comesTooOften(loggerId: number, network: string): boolean {
    if (judging.has(loggerId)) return true;
    if (tally.count(`${loggerId} ${network}`) > PER_NETWORK) return true;
    // An old word of whom to trust does no harm: it is a few connections more.
    return rules.get(loggerId)?.trustedNetwork !== network && tally.count(`${loggerId}`) > IN_ALL;
  }

  async function judge(loggerId: number, connection: LoggerConnection, network: string): Promise<boolean> {
    judging.add(loggerId);
    const learn = (learned: LinkRules) => rules.set(loggerId, { ...learned, since: clock.now() });
    try {
      return await turns.take(network, () => noteConnection(platform, loggerId, connection, learn));
    } finally {
      judging.delete(loggerId);
    }
  }

  return {
    async connected(loggerId, connection) {
      const network = linkNetwork(connection.address);
      if (isForbidden(loggerId, connection.address)) return false;
      if (comesTooOften(loggerId, network)) throw new AppError('tooManyRequests');
      const judged = judge(loggerId, connection, network);
      admitted.set(connection.connection, judged);
      const isIn = await judged.catch((error: unknown) => {
        admitted.delete(connection.connection);
        throw error;
      });
      if (!isIn) admitted.delete(connection.connection);
      return isIn;
    },
    async disconnected(loggerId, connection) {
      const judged = admitted.get(connection);
      admitted.delete(connection);
      if (judged && (await judged.catch(() => false))) await noteEnd(db, loggerId, connection);
    },
    stop: end,
  };
}
