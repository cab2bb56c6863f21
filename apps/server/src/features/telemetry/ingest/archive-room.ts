import type { Clock } from '../../../platform/clock.ts';
import { GroupCount } from '../../../platform/group-count.ts';
import { dayOf } from '../quota/sample-account.ts';

const MB = 1024 * 1024;
/** What may be archived on a day: of one organisation or network, and of all. A logger of unknown layout brings some 100 kB. */
const EACH = 64 * MB;
const IN_ALL = 2048 * MB;

/** Counts bytes that are archived on a day (UTC). In memory: every server counts its own. */
export interface ArchiveRoom {
  /** Whether so much more may be archived for a share; it is counted then. */
  take(share: string, bytes: number): boolean;
}

export function createArchiveRoom(clock: Pick<Clock, 'now'>): ArchiveRoom {
  let taken = new GroupCount<string>();
  let total = 0;
  let today = 0;
  return {
    take(share, bytes) {
      const day = dayOf(clock.now());
      if (day !== today) {
        taken = new GroupCount();
        total = 0;
        today = day;
      }
      if (taken.of(share) + bytes > EACH || total + bytes > IN_ALL) return false;
      taken.change(share, bytes);
      total += bytes;
      return true;
    },
  };
}
