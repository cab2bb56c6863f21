import { AppError } from '../../errors.ts';
import { GroupCount } from '../../group-count.ts';

/** The most bytes that bodies may hold: of one account, of one site, and of all together. */
export interface FairRoomSize {
  account: number;
  site: number;
  inAll: number;
}

/** A body of which something is in the room. */
export interface Occupant {
  readonly account: string;
  readonly site: string;
  /** What it holds. Only the room changes it. */
  held: number;
  /** When its first byte was counted, by `performance.now()`. */
  since: number;
  /** Ends the reading of a body whose bytes were freed; undefined once it came to its end, because its bytes are in use then. */
  stop: ((error: AppError) => void) | undefined;
}

/** Counts the bytes that bodies hold. Where there is no room, whoever holds most of it gives way, not whoever comes. */
export interface FairRoom {
  /**
   * Throws AppError `tooManyRequests` where there is no room, and nobody holds more of it than this body's site and account do. All who
   * hold less than an equal share get in, as far as the others' bodies are still coming.
   */
  take(body: Occupant, bytes: number): void;
  leave(body: Occupant): void;
}

/** A body that comes more slowly than this for some seconds is the first of its account to give way. */
const SLOW_BYTES_PER_SECOND = 16 * 1024;
const JUDGED_AFTER_MS = 5000;

export function createFairRoom(size: FairRoomSize, now: () => number = () => performance.now()): FairRoom {
  const bodies = new Set<Occupant>();
  const accounts = new GroupCount<string>();
  const sites = new GroupCount<string>();
  /** What an account holds from one site. */
  const parts = new GroupCount<string>();
  let total = 0;

  const partOf = ({ account, site }: Occupant) => `${site} ${account}`;

  function isSlow({ held, since }: Occupant): boolean {
    const ms = now() - since;
    return ms > JUDGED_AFTER_MS && held < (ms / 1000) * SLOW_BYTES_PER_SECOND;
  }

  function change(body: Occupant, bytes: number): void {
    body.held += bytes;
    total += bytes;
    accounts.change(body.account, bytes);
    sites.change(body.site, bytes);
    parts.change(partOf(body), bytes);
  }

  function leave(body: Occupant): void {
    if (bodies.delete(body)) change(body, -body.held);
  }

  /** Who shares the bound that the body would exceed; undefined where it fits. */
  function rivalsOf(body: Occupant, more: number): ((other: Occupant) => boolean) | undefined {
    if (accounts.of(body.account) + more > size.account) return ({ account }) => account === body.account;
    if (sites.of(body.site) + more > size.site) return ({ site }) => site === body.site;
    return total + more > size.inAll ? () => true : undefined;
  }

  /** Whether the first holds more than the second would with some bytes more: by site, then by account, then by how it comes. */
  function outweighs(first: Occupant, second: Occupant, more: number): boolean {
    if (first.site !== second.site) return sites.of(first.site) > sites.of(second.site) + more;
    if (first.account !== second.account) return parts.of(partOf(first)) > parts.of(partOf(second)) + more;
    return isSlow(first) && !isSlow(second);
  }

  /** The body that gives way for some bytes of another; undefined where none has to. */
  function heaviest(body: Occupant, more: number): Occupant | undefined {
    const isRival = rivalsOf(body, more)!;
    let found: Occupant | undefined;
    for (const other of bodies) {
      if (other === body || !other.stop || !isRival(other) || !outweighs(other, body, more)) continue;
      if (!found || isBefore(other, found)) found = other;
    }
    return found;
  }

  function isBefore(first: Occupant, second: Occupant): boolean {
    if (outweighs(first, second, 0)) return true;
    return !outweighs(second, first, 0) && first.held > second.held;
  }

  return {
    take(body, bytes) {
      if (!bodies.has(body)) body.since = now();
      while (rivalsOf(body, bytes)) {
        const other = heaviest(body, bytes);
        if (!other) throw new AppError('tooManyRequests');
        leave(other);
        other.stop?.(new AppError('tooManyRequests'));
      }
      bodies.add(body);
      change(body, bytes);
    },
    leave,
  };
}
