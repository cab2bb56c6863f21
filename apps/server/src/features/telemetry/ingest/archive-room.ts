import type { Platform } from '../../../platform/platform.ts';
import { every } from '../../../platform/jobs/every.ts';
import { addToDays, archiveShare, sumDays, type TakenIn } from '../quota/quota.queries.ts';
import { dayOf, type Payer } from '../quota/sample-account.ts';
import { tellOfDropped } from './tell-of-dropped.ts';

const MB = 1024 * 1024;
/** What may be archived on a day: of one organisation or network, and of all. A logger of unknown layout brings some 100 kB. */
const EACH = 64 * MB;
const IN_ALL = 2048 * MB;
const ALL: Payer = { share: 'in all', organisationId: null };
/** Servers hear of each other's bytes this often. */
const FLUSH_MS = 10_000;

/** Counts bytes that are archived on a day (UTC), of all servers together; what another one took is known after ten seconds. */
export interface ArchiveRoom {
  /** Whether so much more may be archived for a payer; it is counted then. */
  take(payer: Payer, bytes: number): boolean;
  /** Takes back what was counted and could not be written. */
  giveBack(payer: Payer, bytes: number): void;
  /** Adds what this server counted to what all have, learns what the others did, and tells owners what was dropped. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** What one payer had archived on its current day. */
interface Count {
  payer: Payer;
  day: number;
  /** What all servers have written down. */
  written: number;
  /** What this server took since it wrote last. */
  fresh: number;
  /** Something was dropped because the payer's own share is used up: `told` once its owner knows. */
  dropped: 'no' | 'yes' | 'told';
}

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

export function createArchiveRoom(platform: Parts): ArchiveRoom {
  const room = new Room(platform);
  const flushing = every(FLUSH_MS, () => room.flush(), { log: platform.log, name: 'archive of the day' });
  return {
    take: (payer, bytes) => room.take(payer, bytes),
    giveBack: (payer, bytes) => room.giveBack(payer, bytes),
    flush: () => room.flush(),
    async stop() {
      await flushing.stop();
      // The end of a server does not wait for a database that is gone.
      await room
        .flush()
        .catch((error: unknown) =>
          platform.log.warn({ err: error }, 'bytes archived on this day were not written down'),
        );
    },
  };
}

class Room {
  readonly #platform: Parts;
  readonly #counts = new Map<string, Count>();
  /** Counts of days that ended before they were written down. */
  #ended: TakenIn[] = [];

  constructor(platform: Parts) {
    this.#platform = platform;
  }

  take(payer: Payer, bytes: number): boolean {
    const [own, all] = [this.#countOf(payer), this.#countOf(ALL)];
    if (own.written + own.fresh + bytes > EACH) {
      if (own.dropped === 'no') own.dropped = 'yes';
      return false;
    }
    if (all.written + all.fresh + bytes > IN_ALL) return false;
    own.fresh += bytes;
    all.fresh += bytes;
    return true;
  }

  giveBack(payer: Payer, bytes: number): void {
    this.#countOf(payer).fresh -= bytes;
    this.#countOf(ALL).fresh -= bytes;
  }

  async flush(): Promise<void> {
    const taken = this.#takeFresh();
    const untold = [...this.#counts.values()].filter(({ dropped }) => dropped === 'yes');
    if (taken.length === 0 && untold.length === 0) return;
    try {
      await this.#platform.db.transaction().execute(async (trx) => {
        const sums = taken.length === 0 ? [] : await addToDays(trx, taken);
        for (const { share, day, samples } of sums) {
          const count = this.#counts.get(share);
          if (count?.day === day) count.written = samples;
        }
        for (const { payer, day } of untold) {
          const dropped = { payer, share: archiveShare(payer), day, limit: EACH / MB };
          await tellOfDropped(trx, this.#platform, dropped);
        }
      });
    } catch (error) {
      for (const one of taken) this.#ended.push(one);
      throw error;
    }
    for (const count of untold) count.dropped = 'told';
  }

  /** What was counted and not written down, one entry a payer and day; payers that sent nothing on this day are forgotten. */
  #takeFresh(): TakenIn[] {
    const today = dayOf(this.#platform.clock.now());
    for (const [share, count] of this.#counts) {
      this.#end(count);
      if (count.day < today) this.#counts.delete(share);
    }
    const taken = sumDays(this.#ended);
    this.#ended = [];
    return taken;
  }

  #end(count: Count): void {
    const { payer, day, fresh } = count;
    if (fresh === 0) return;
    // Of no organisation, because its own row counts samples.
    this.#ended.push({ share: archiveShare(payer), organisationId: null, day, samples: fresh });
    count.written += fresh;
    count.fresh = 0;
  }

  #countOf(payer: Payer): Count {
    const share = archiveShare(payer);
    const today = dayOf(this.#platform.clock.now());
    const known = this.#counts.get(share);
    if (known?.day === today) return known;
    if (known) this.#end(known);
    const count: Count = { payer, day: today, written: 0, fresh: 0, dropped: 'no' };
    this.#counts.set(share, count);
    return count;
  }
}
