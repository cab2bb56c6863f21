import { AppError } from '../../platform/errors.ts';
import { createTally } from '../../platform/http/tally.ts';
import type { LinkTrouble, LoggerConnection } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { isAllowed, linkNetwork } from './link-network.ts';
import { noteHealth } from './note-health.ts';
import { noteConnection, noteEnd, readRules, type LinkRules } from './note-connection.ts';

/** Connections a minute of one logger: from one network, and from all that it is not trusted in. */
const PER_NETWORK = 6;
const IN_ALL = 30;
/** Connections a minute from one network of all the loggers that are trusted in another one: whoever counts serial numbers up meets every stick. */
const OF_ELSEWHERE = 30;
/** Connections of the database that judging takes at most. The pool serves everybody. */
const AT_ONCE = 2;
/** Connections of one network that wait to be judged; further ones are told to come again. */
const WAITING_EACH = 64;
/** An older list of addresses is read again before it sends somebody away, should the news of a change be lost. */
const REMEMBERED_MS = 60_000;

type Parts = Pick<Platform, 'db' | 'bus' | 'clock' | 'config'>;

/** Where connections of loggers without a secret come in. */
export interface LinkDoors {
  /** As `noteConnection`. Throws AppError `tooManyRequests` for a logger that comes too often, or while it is being judged already. */
  connected(loggerId: number, connection: LoggerConnection): Promise<number | false>;
  /** The connection of this id ended. Answers whether it was the newest one. One that was never let in costs nothing. */
  disconnected(loggerId: number, connection: string): Promise<boolean>;
  /** Keeps what went wrong on a connection that was let in. */
  troubled(loggerId: number, trouble: LinkTrouble): Promise<void>;
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
  const admitted = new Map<string, Promise<number | false>>();
  const tally = createTally(clock);
  const turns = createTurns({ atOnce: AT_ONCE, waitingEach: WAITING_EACH });
  const reads = createTurns({ atOnce: 1, waitingEach: WAITING_EACH });
  const end = bus.subscribe('deviceChanged', ({ deviceId }) => {
    const known = rules.get(deviceId);
    if (known) rules.set(deviceId, { ...known, since: Number.NEGATIVE_INFINITY });
  });

  /** Reads an old list again. No row is locked for it, so nobody waits for one that is being judged. */
  async function renew(loggerId: number): Promise<LinkRules | undefined> {
    const known = rules.get(loggerId);
    const now = clock.now();
    if (known && now - known.since < REMEMBERED_MS) return known;
    const row = await readRules(db, loggerId);
    // What was read before a change is not kept after it.
    if (row && rules.get(loggerId) === known) rules.set(loggerId, { ...row, since: now });
    return row;
  }

  async function isForbidden(loggerId: number, address: string, network: string): Promise<boolean> {
    const known = rules.get(loggerId);
    if (!known || isAllowed(address, known.allowedNetworks)) return false;
    if (clock.now() - known.since < REMEMBERED_MS) return true;
    const renewed = await reads.take(network, () => renew(loggerId));
    return renewed !== undefined && !isAllowed(address, renewed.allowedNetworks);
  }

  function comesTooOften(loggerId: number, network: string): boolean {
    if (judging.has(loggerId)) return true;
    if (tally.count(`${loggerId} ${network}`) > PER_NETWORK) return true;
    // An old word of whom to trust does no harm: it is a few connections more.
    const trusted = rules.get(loggerId)?.trustedNetwork;
    if (trusted === network) return false;
    if (trusted && tally.count(`elsewhere ${network}`) > OF_ELSEWHERE) return true;
    return tally.count(`${loggerId}`) > IN_ALL;
  }

  /** A logger is being judged only from its turn on: what waits in the lane of a stranger's network keeps nobody out. */
  async function judge(loggerId: number, connection: LoggerConnection): Promise<number | false> {
    // It ended while it waited.
    if (!admitted.has(connection.connection)) return false;
    if (judging.has(loggerId)) throw new AppError('tooManyRequests');
    judging.add(loggerId);
    const learn = (learned: LinkRules) => rules.set(loggerId, { ...learned, since: clock.now() });
    try {
      const replaces = await connection.replaces();
      return await noteConnection(platform, loggerId, { ...connection, replaces }, learn);
    } finally {
      judging.delete(loggerId);
    }
  }

  async function letIn(loggerId: number, connection: LoggerConnection): Promise<number | false> {
    const { address } = connection;
    const network = linkNetwork(address);
    if (await isForbidden(loggerId, address, network)) return false;
    if (comesTooOften(loggerId, network)) throw new AppError('tooManyRequests');
    return turns.take(network, () => judge(loggerId, connection));
  }

  return {
    async connected(loggerId, connection) {
      const judged = letIn(loggerId, connection);
      admitted.set(connection.connection, judged);
      const epoch = await judged.catch((error: unknown) => {
        admitted.delete(connection.connection);
        throw error;
      });
      if (epoch === false) admitted.delete(connection.connection);
      return epoch;
    },
    async disconnected(loggerId, connection) {
      const judged = admitted.get(connection);
      admitted.delete(connection);
      const epoch = await judged?.catch(() => false as const);
      return epoch !== undefined && epoch !== false && noteEnd(db, loggerId, connection);
    },
    troubled: (loggerId, trouble) => noteHealth(db, loggerId, { now: clock.now(), trouble }),
    stop: end,
  };
}
