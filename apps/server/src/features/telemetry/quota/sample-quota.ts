import { AppError } from '../../../platform/errors.ts';
import type { SampleBlock, SampleKind } from '../../../platform/ingest.ts';
import { every } from '../../../platform/jobs/every.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet } from '../../fleet/index.ts';
import { shareOfAllLoggers, shareOfLogger } from './logger-share.ts';
import { freeForOwners, shareOfOwner } from './owner-share.ts';
import {
  addToDays,
  readDay,
  readOfOneOwner,
  readRooms,
  sumDays,
  type OrganisationRoom,
  type TakenIn,
} from './quota.queries.ts';
import { DAY_MS, dayOf, SampleAccount, type Payer, type SampleLimits } from './sample-account.ts';
import { tellAdministrators } from './tell-administrators.ts';

/** Limits how many samples an organisation, or a network of devices that nobody owns, stores. */
export interface SampleQuota {
  /** Throws AppError `quotaReached` where who owns a device has stored what it may. From memory, for each reading. */
  require(deviceId: number, kind: SampleKind): void;
  /**
   * The same for a reading without proof of who sent it: its logger has a share of its own of what its owner may store on a day, and all loggers of
   * this owner have one together.
   */
  requireOfLogger(deviceId: number): void;
  /** Counts durable samples of such a reading. */
  countOfLogger(deviceId: number, samples: number): void;
  /** Who owns a device, else the network that it came from. */
  payerOf(deviceId: number): Payer;
  /** Counts samples that are durable. */
  count(block: SampleBlock): void;
  /** Samples that will be counted and are none of the day's, as those of an import. */
  exempt(block: SampleBlock): void;
  /** Adds what this server counted to what all have, and learns what the others did. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Who owns a device: its organisation, else where it came from; and whose its station is. */
export type Owners = Pick<OpenFleet, 'entry' | 'station'>;

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/** Servers hear of each other's samples, and of new limits, this often. */
const FLUSH_MS = 10_000;
/** Part of what is free for owners from which on it is asked whether there are several. */
const NEARLY = 0.8;
/** When a device may ask again where the room is not one of the day. */
const STORED_RETRY_SECONDS = 3600;

export async function openSampleQuota(platform: Parts, owners: Owners): Promise<SampleQuota> {
  const quota = new Quota(platform, owners);
  await quota.load();
  quota.start();
  return quota;
}

const secondsToMidnight = (now: number) => Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);

class Quota implements SampleQuota {
  readonly #platform: Parts;
  readonly #owners: Owners;
  readonly #accounts = new Map<number | string, SampleAccount>();
  /** Counts of days that ended before they were written down. */
  #ended: TakenIn[] = [];
  #flushing: { stop(): Promise<void> } | undefined;

  constructor(platform: Parts, owners: Owners) {
    this.#platform = platform;
    this.#owners = owners;
  }

  async load(): Promise<void> {
    const { db, clock } = this.#platform;
    const day = dayOf(clock.now());
    for (const { share, organisationId, samples } of await readDay(db, day)) {
      const account = this.#account(organisationId ?? share, { share, organisationId });
      Object.assign(account, { day, written: samples });
    }
    this.#takeRooms(await readRooms(db, this.#organisations()));
  }

  start(): void {
    const { log } = this.#platform;
    this.#flushing = every(FLUSH_MS, () => this.flush(), { log, name: 'samples of the day' });
  }

  require(deviceId: number, kind: SampleKind): void {
    const account = this.#accountOf(deviceId);
    // The clock is asked only where it matters: a look at it costs more than all the rest.
    const reached = account.reached();
    if (!reached) {
      if (kind !== 'import' && account.isScarce()) this.#requireOfOwner(deviceId, account);
      return;
    }
    const now = this.#platform.clock.now();
    if (reached === 'perDay' && (kind === 'import' || account.day !== dayOf(now))) return;
    const retryAfter = reached === 'perDay' ? secondsToMidnight(now) : STORED_RETRY_SECONDS;
    throw new AppError('quotaReached', { limit: account.limits[reached], retryAfter });
  }

  requireOfLogger(deviceId: number): void {
    const { perDay } = this.#accountOf(deviceId).limits;
    this.#requireShare(this.#loggerOf(deviceId), shareOfLogger(perDay));
    const all = this.#allLoggersOf(deviceId);
    if (all) this.#requireShare(all, shareOfAllLoggers(perDay));
  }

  countOfLogger(deviceId: number, samples: number): void {
    const today = dayOf(this.#platform.clock.now());
    this.#addTo(this.#loggerOf(deviceId), samples, today);
    const all = this.#allLoggersOf(deviceId);
    if (all) this.#addTo(all, samples, today);
  }

  payerOf(deviceId: number): Payer {
    return this.#accountOf(deviceId);
  }

  count(block: SampleBlock): void {
    this.#add(block, 1);
  }

  exempt(block: SampleBlock): void {
    this.#add(block, -1);
  }

  async flush(): Promise<void> {
    const taken = this.#takeFresh();
    try {
      await this.#platform.db.transaction().execute(async (trx) => {
        const rooms = await readRooms(trx, this.#organisations());
        this.#takeRooms(rooms);
        if (taken.length === 0) return;
        await this.#lookForOwners(trx);
        const roomOf = new Map(rooms.map((room) => [room.id, room]));
        for (const sum of await addToDays(trx, taken)) {
          const account = this.#accounts.get(sum.organisationId ?? sum.share);
          if (account?.day === sum.day) account.written = sum.samples;
          const room = sum.organisationId === null ? undefined : roomOf.get(sum.organisationId);
          if (account && room) await tellAdministrators(trx, this.#platform, { account, room, sum });
        }
      });
    } catch (error) {
      for (const one of taken) this.#ended.push(one);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#flushing?.stop();
    // The end of a server does not wait for a database that is gone.
    await this.flush().catch((error: unknown) =>
      this.#platform.log.warn({ err: error }, 'samples of the day were not written down'),
    );
  }

  /** What was counted and not written down, one entry a payer and day; networks and loggers that sent nothing on this day are forgotten. */
  #takeFresh(): TakenIn[] {
    const today = dayOf(this.#platform.clock.now());
    for (const [key, account] of this.#accounts) {
      const { day, fresh } = account;
      if (fresh !== 0) this.#end(account);
      if (day < today && typeof key === 'string') this.#accounts.delete(key);
    }
    const taken = sumDays(this.#ended);
    this.#ended = [];
    return taken;
  }

  #end(account: SampleAccount): void {
    const { share, organisationId, day, fresh } = account;
    this.#ended.push({ share, organisationId, day, samples: fresh });
    account.written += fresh;
    account.fresh = 0;
  }

  #add({ length, devices }: SampleBlock, step: 1 | -1): void {
    const today = dayOf(this.#platform.clock.now());
    for (let row = 0; row < length;) {
      const device = devices[row]!;
      const begin = row;
      while (row < length && devices[row] === device) row += 1;
      const account = this.#accountOf(device);
      this.#addTo(account, step * (row - begin), today);
      const owner = account.isScarce() ? this.#ownerOf(device) : undefined;
      if (owner) this.#addTo(owner, step * (row - begin), today);
    }
  }

  #addTo(account: SampleAccount, samples: number, today: number): void {
    if (account.day !== today) {
      if (account.fresh !== 0) this.#end(account);
      account.day = today;
      account.written = 0;
      account.ownerRefused = false;
    }
    account.fresh += samples;
  }

  #requireShare({ day, written, fresh }: SampleAccount, limit: number): void {
    if (written + fresh < limit) return;
    const now = this.#platform.clock.now();
    if (day !== dayOf(now)) return;
    throw new AppError('quotaReached', { limit, retryAfter: secondsToMidnight(now) });
  }

  /** One of several owners leaves something of the day to the others. */
  #requireOfOwner(deviceId: number, account: SampleAccount): void {
    const owner = this.#ownerOf(deviceId);
    if (!owner) return;
    try {
      this.#requireShare(owner, shareOfOwner(account.left()));
    } catch (error) {
      account.ownerRefused = true;
      throw error;
    }
  }

  /** What the stations of one owner brought since the day is scarce; undefined where nobody owns the station by themselves. */
  #ownerOf(deviceId: number): SampleAccount | undefined {
    const { device, organisationId } = this.#owners.entry(deviceId) ?? {};
    const ownerId = device?.stationId ? this.#owners.station(device.stationId)?.ownerId : undefined;
    if (!ownerId) return undefined;
    const share = `owner ${ownerId} of organisation ${organisationId}`;
    return this.#accounts.get(share) ?? this.#account(share, { share, organisationId: null });
  }

  /** Asks of organisations whose day becomes scarce whether anybody else is there for whom something is to be left. */
  async #lookForOwners(trx: Parameters<typeof readOfOneOwner>[0]): Promise<void> {
    const near = this.#organisations().filter((id) => {
      const { written, fresh, limits } = this.#accounts.get(id)!;
      return written + fresh >= NEARLY * freeForOwners(limits.perDay);
    });
    const alone = await readOfOneOwner(trx, near);
    for (const id of near) this.#accounts.get(id)!.isShared = !alone.has(id);
  }

  /** What the logger that speaks for a device brought. Of no organisation, because the organisation's own row has these samples, too. */
  #loggerOf(deviceId: number): SampleAccount {
    const share = `logger ${this.#owners.entry(deviceId)?.device.parentId ?? deviceId}`;
    return this.#accounts.get(share) ?? this.#account(share, { share, organisationId: null });
  }

  /** What all loggers of its organisation brought together. Without one the network's own limit is small enough. */
  #allLoggersOf(deviceId: number): SampleAccount | undefined {
    const organisationId = this.#owners.entry(deviceId)?.organisationId ?? null;
    if (organisationId === null) return undefined;
    const share = `loggers of organisation ${organisationId}`;
    return this.#accounts.get(share) ?? this.#account(share, { share, organisationId: null });
  }

  #accountOf(deviceId: number): SampleAccount {
    const owner = this.#owners.entry(deviceId);
    const organisationId = owner?.organisationId ?? null;
    if (organisationId !== null) {
      return (
        this.#accounts.get(organisationId) ??
        this.#account(organisationId, { share: `organisation ${organisationId}`, organisationId })
      );
    }
    const share = owner?.found?.site ? `network ${owner.found.site}` : 'nobody';
    return this.#accounts.get(share) ?? this.#account(share, { share, organisationId });
  }

  #account(key: number | string, payer: Payer): SampleAccount {
    const account = new SampleAccount(payer, this.#usual(payer));
    this.#accounts.set(key, account);
    return account;
  }

  /** What the settings let a payer store. */
  #usual({ share }: Payer): SampleLimits {
    const { perDay, stored, perNetworkDay } = this.#platform.config.samples;
    return share.startsWith('network ')
      ? { perDay: perNetworkDay, stored: Number.POSITIVE_INFINITY }
      : { perDay, stored };
  }

  #organisations(): number[] {
    return [...this.#accounts.keys()].filter((key) => typeof key === 'number');
  }

  #takeRooms(rooms: readonly OrganisationRoom[]): void {
    for (const { id, perDay, storedLimit, stored } of rooms) {
      const account = this.#accounts.get(id);
      if (!account) continue;
      const usual = this.#usual(account);
      account.limits = { perDay: perDay ?? usual.perDay, stored: storedLimit ?? usual.stored };
      account.stored = stored ?? 0;
    }
  }
}
