import { freeForOwners } from './owner-share.ts';

/** Who stores samples: an organisation, a share of devices that belong to none, or a logger within what its owner stores. */
export interface Payer {
  share: string;
  organisationId: number | null;
}

/** What a payer may store, in samples. */
export interface SampleLimits {
  perDay: number;
  stored: number;
}

export const DAY_MS = 86_400_000;

/** Number of a day in UTC since 1970. */
export const dayOf = (now: number) => Math.floor(now / DAY_MS);

/** Samples of one payer on its current day, kept in memory. A class, because each reading looks into one. */
export class SampleAccount implements Payer {
  readonly share: string;
  readonly organisationId: number | null;
  limits: SampleLimits;
  day = 0;
  /** What all servers have written down of the day. */
  written = 0;
  /** What this server took in since it wrote last. */
  fresh = 0;
  /** What the store held when it was counted last. */
  stored = 0;
  /** Whether several owners have stations there, or nobody has looked yet. */
  isShared = true;
  /** An owner was refused on this day although the organisation has not used it up. */
  ownerRefused = false;

  constructor({ share, organisationId }: Payer, limits: SampleLimits) {
    this.share = share;
    this.organisationId = organisationId;
    this.limits = limits;
  }

  /** Whether so much of the day is used up that each owner has a share of the rest. */
  isScarce(): boolean {
    return (
      this.organisationId !== null &&
      this.isShared &&
      this.written + this.fresh >= freeForOwners(this.limits.perDay)
    );
  }

  /** Samples of the day that may still be stored. */
  left(): number {
    return Math.max(0, this.limits.perDay - this.written - this.fresh);
  }

  /** Which limit is reached, if any; the one of the day as of `day`, which may be over. */
  reached(): keyof SampleLimits | undefined {
    if (this.stored >= this.limits.stored) return 'stored';
    return this.written + this.fresh >= this.limits.perDay ? 'perDay' : undefined;
  }
}
