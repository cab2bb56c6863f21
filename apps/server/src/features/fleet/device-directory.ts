import { createHash } from 'node:crypto';
import { LIMITS, type Connection } from '@sunfleet/contract';
import type { Known } from '../../platform/connections/connections.ts';
import { AppError } from '../../platform/errors.ts';
import type {
  DeviceDirectory,
  DeviceIdentity,
  KeyOrganisation,
  KnownDevice,
  LinkTrouble,
  LoggerConnection,
  Origin,
} from '../../platform/ingest.ts';
import { siteOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeShownSecret } from '../devices/index.ts';
import { createTally, type Tally } from '../../platform/http/tally.ts';
import { createTurns, type Turns } from '../../platform/turns.ts';
import {
  createLinkDoors,
  createSessionEpochs,
  isBelieved,
  readStrays,
  type LinkDoors,
  type SessionEpochs,
} from '../links/index.ts';
import { createBurst } from '../../platform/burst.ts';
import { createClaimNotes } from './claim-notes.ts';
import { createContenders } from './contenders.ts';
import { createDescriber } from './describer.ts';
import { createDeviceSecrets, type RunningSecrets } from './device-secrets.ts';
import { noteDiscovered } from './discovered.queries.ts';
import { markSeen, pinSecret, type Newcomer } from './directory.queries.ts';
import type { FleetEntry, FleetIndex } from './fleet-index.ts';
import { readEntries } from './fleet.queries.ts';
import { createKeyring } from './keyring.ts';
import { knownAs } from './known-as.ts';
import { createNumbersOfOthers } from './numbers-of-others.ts';
import { createRegistrar } from './registrar.ts';
import type { FoundAt } from './unknown-count.ts';

export interface RunningDirectory extends DeviceDirectory {
  readonly secrets: RunningSecrets;
  stop(): Promise<void>;
}

type Parts = Pick<Platform, 'db' | 'bus' | 'clock' | 'config' | 'log' | 'messages'>;

/** SNs stand in topics and file names. */
const SERIAL = /^[A-Za-z0-9._-]{3,64}$/;
const SEEN_DELAY_MS = 1000;
/** Times a minute that a device may say something else of itself; each is a write that every server hears of. */
const DESCRIBED_PER_MINUTE = 60;
/** The same for the batches of one organisation, over all devices that it writes for. */
const DESCRIBED_OF_ORGANISATION = 20_000;
/** Devices of a batch that are described together. Between two such parts it is asked whether anybody still waits for the batch. */
const DESCRIBED_TOGETHER = 500;
/** Connections of the database that words of devices take at most; the others are for people. One sender takes one of them. */
const KEPT_AT_ONCE = { atOnce: 2, ofOne: 1, waitingEach: 1000 };

/** Connections of the database that look for what nobody knows here take at most; sites take turns, because somebody makes networks at will. */
const LOOKED_UP_AT_ONCE = { atOnce: 2, ofOne: 1 };

/** Serial numbers a minute of one network that are looked up although this server does not know them. */
const LOOKED_UP_PER_MINUTE = 60;

/** The gateways' view of the fleet: who may enter, and under which id. `refresh` reads devices into the index again. */
export function createDeviceDirectory(
  platform: Parts,
  index: FleetIndex,
  refresh: (deviceIds: readonly number[]) => Promise<void>,
): RunningDirectory {
  return new Directory(platform, index, refresh);
}

class Directory implements RunningDirectory {
  readonly #platform: Parts;
  readonly #index: FleetIndex;
  readonly #refresh: (deviceIds: readonly number[]) => Promise<void>;
  readonly #keyring;
  readonly #registrar;
  readonly #others;
  readonly #seen;
  readonly secrets: RunningSecrets;
  readonly #claims;
  readonly #contenders;
  readonly #doors: LinkDoors;
  readonly #sessions: SessionEpochs;
  readonly #end: () => void;
  /** A hash of what each device said of itself last, so that the same words are not written again until something of it changes. */
  readonly #words = new Map<number, { hash: string; refused: number }>();
  readonly #tally: Tally;
  readonly #turns: Turns = createTurns(KEPT_AT_ONCE);
  readonly #lookUps: Turns = createTurns(LOOKED_UP_AT_ONCE);
  readonly #describer;

  constructor(platform: Parts, index: FleetIndex, refresh: (deviceIds: readonly number[]) => Promise<void>) {
    const { db, bus, clock, log } = platform;
    this.#platform = platform;
    this.#tally = createTally(clock);
    this.#describer = createDescriber(db, this.#turns);
    this.#index = index;
    this.#refresh = refresh;
    this.#keyring = createKeyring(db, clock, this.#lookUps);
    this.#registrar = createRegistrar(platform, index);
    this.#others = createNumbersOfOthers(clock);
    this.#seen = createBurst<number>(
      SEEN_DELAY_MS,
      (ids) => markSeen(db, ids, new Date(clock.now())),
      (error) => log.warn({ err: error }, 'first sight of devices not noted'),
    );
    this.secrets = createDeviceSecrets(platform, index);
    this.#claims = createClaimNotes(platform);
    this.#contenders = createContenders(platform);
    this.#doors = createLinkDoors(platform);
    this.#sessions = createSessionEpochs({ db, log, shares: platform.messages !== undefined });
    const ends = [
      bus.subscribe('accessChanged', ({ userId }) => {
        // A key belongs to an organisation.
        if (userId === null) this.#keyring.forget();
      }),
      // Somebody took from it what it had said, or it said something else to another server.
      bus.subscribe('deviceChanged', ({ deviceId }) => void this.#words.delete(deviceId)),
    ];
    this.#end = () => ends.forEach((end) => end());
  }

  bySn(sn: string): KnownDevice | undefined {
    return this.#index.entryOfSn(sn)?.device;
  }

  byId(id: number): KnownDevice | undefined {
    return this.#index.device(id);
  }

  knownAs(id: number): Known | undefined {
    const entry = this.#index.entry(id);
    return entry && knownAs(entry, this.#platform.clock.now());
  }

  async authenticate(
    sn: string,
    secret: string,
    gateway: Connection,
    address?: string,
  ): Promise<KnownDevice> {
    if (!SERIAL.test(sn) || secret === '' || secret.length > 256) throw new AppError('wrongDeviceSecret');
    let entry = this.#index.entryOfSn(sn);
    const found = { gateway, site: siteOf(address) };
    entry ??= await this.#register({ sn, identity: {}, secret: storeShownSecret(sn, secret), found });
    // It is no stranger with a wrong secret, so it is not noted as one.
    if (entry.blocked) throw this.#refusal(found);
    if (!entry.secret) entry = await this.#pin(entry, secret);
    if (!(await this.secrets.signIn(entry, secret))) {
      this.#contenders.note(entry, secret, found.site);
      // As for a number that nobody knows, or the time of the refusal would tell which ones there are.
      if (!this.#platform.config.keepUnknownDevices) await this.#lookUp(sn, found.site);
      throw this.#refusal(found);
    }
    this.#claims.note(entry, secret);
    return this.#noted(entry);
  }

  async discover(
    sn: string,
    identity: DeviceIdentity,
    { gateway, address }: Origin = { gateway: 'v5' },
  ): Promise<KnownDevice> {
    if (!SERIAL.test(sn)) throw new AppError('invalidInput', { fields: 'sn' });
    const found = { gateway, site: siteOf(address) };
    const entry = this.#index.entryOfSn(sn) ?? (await this.#register({ sn, identity, found }));
    return this.#noted(entry);
  }

  async organisationOfKey(key: string, address?: string): Promise<KeyOrganisation> {
    const organisation = await this.#keyring.organisationOf(key, address);
    if (!organisation) throw new AppError('wrongIngestKey');
    return organisation;
  }

  forKey(organisation: KeyOrganisation, sn: string): KnownDevice | Promise<KnownDevice> {
    const entry = this.#index.entryOfSn(sn);
    return entry ? this.#admit(organisation, entry) : this.#registerForKey(organisation, sn);
  }

  spokenFor(loggerId: number, sn: string): KnownDevice | undefined {
    const entry = this.#index.entryOfSn(sn);
    const logger = this.#index.entry(loggerId);
    if (!entry || !logger || entry.device.parentId !== loggerId) return undefined;
    if (entry.secret && !entry.loggerSpeaks) return undefined;
    return inOneHome(entry, logger) ? this.#noted(entry) : undefined;
  }

  async discovered(loggerId: number, sn: string, identity: DeviceIdentity): Promise<boolean> {
    if (!SERIAL.test(sn)) return false;
    const { db, clock } = this.#platform;
    // A logger proves nothing, so what it names does not hold up what devices say of themselves.
    return this.#turns.take(`named ${this.#senderOf(loggerId)}`, () =>
      noteDiscovered(db, { loggerId, sn, identity, now: clock.now() }),
    );
  }

  connected(loggerId: number, connection: LoggerConnection): Promise<number | false> {
    return this.#doors.connected(loggerId, connection);
  }

  strays(standing: readonly { loggerId: number; address: string }[]): Promise<ReadonlySet<number>> {
    return readStrays(this.#platform.db, standing);
  }

  believes(loggerId: number, connection: string): Promise<boolean> {
    return isBelieved(this.#platform, loggerId, connection);
  }

  troubled(loggerId: number, trouble: LinkTrouble): Promise<void> {
    return this.#doors.troubled(loggerId, trouble);
  }

  disconnected(loggerId: number, connection: string): Promise<boolean> {
    return this.#doors.disconnected(loggerId, connection);
  }

  came(deviceId: number): number | Promise<number> {
    return this.#sessions.came(deviceId);
  }

  left(deviceId: number, epoch: number): boolean | Promise<boolean> {
    return this.#sessions.left(deviceId, epoch);
  }

  describe(deviceId: number, identity: DeviceIdentity): Promise<number> {
    return this.#describe(this.#senderOf(deviceId), deviceId, identity);
  }

  async describeAll(
    { id }: KeyOrganisation,
    identities: ReadonlyMap<number, DeviceIdentity>,
    isGone: () => boolean,
  ): Promise<void> {
    const all = [...identities];
    const sender = senderOfOrganisation(id);
    for (let start = 0; start < all.length && !isGone(); start += DESCRIBED_TOGETHER) {
      const results = await Promise.allSettled(
        all.slice(start, start + DESCRIBED_TOGETHER).map(([deviceId, identity]) =>
          this.#describe(sender, deviceId, identity, () => {
            if (this.#tally.count(`batches ${id}`) > DESCRIBED_OF_ORGANISATION)
              throw new AppError('tooManyRequests');
          }),
        ),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }

  /** `count` counts what is really to be written, and throws where that is too much. */
  async #describe(
    sender: string,
    deviceId: number,
    identity: DeviceIdentity,
    count?: () => void,
  ): Promise<number> {
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('base64');
    const words = this.#words.get(deviceId);
    if (words?.hash === hash) return words.refused;
    if (this.#tally.count(`${deviceId}`) > DESCRIBED_PER_MINUTE) throw new AppError('tooManyRequests');
    count?.();
    const refused = await this.#describer.take(sender, { deviceId, identity });
    this.#words.set(deviceId, { hash, refused });
    return refused;
  }

  /** Who takes turns: the organisation of a device, or where the device came from while nobody owns it. */
  #senderOf(deviceId: number): string {
    const entry = this.#index.entry(deviceId);
    if (entry && entry.organisationId !== null) return senderOfOrganisation(entry.organisationId);
    return `of nobody ${entry?.found?.site ?? ''}`;
  }

  async stop(): Promise<void> {
    this.#end();
    this.#doors.stop();
    await Promise.all([
      this.#seen.flush(),
      this.#claims.flush(),
      this.#contenders.flush(),
      this.#sessions.stop(),
      this.secrets.stop(),
    ]);
  }

  /** An organisation's key vouches for its devices. What memory refuses is thrown at once, so that invented numbers cost nothing. */
  #registerForKey(organisation: KeyOrganisation, sn: string): Promise<KnownDevice> {
    if (!SERIAL.test(sn)) throw new AppError('invalidInput', { fields: 'sn' });
    const { id: organisationId } = organisation;
    this.#others.requireUntold(organisationId);
    this.#registrar.requireRoom(organisationId);
    const registered = this.#enter({ sn, identity: {}, organisationId });
    return registered.then((entry) => this.#admit(organisation, entry));
  }

  #admit({ id, manages }: KeyOrganisation, entry: FleetEntry): KnownDevice {
    const { organisationId, blocked, device } = entry;
    // A key vouches for what it brought into its own organisations, for nobody's devices it does not.
    if (organisationId === null || !manages.has(organisationId)) this.#others.refuse(id, device.sn);
    if (blocked) throw new AppError('noDataPermission');
    return this.#noted(entry);
  }

  async #register(newcomer: Newcomer): Promise<FleetEntry> {
    if (!this.#platform.config.keepUnknownDevices) {
      const known = await this.#findNew(newcomer);
      if (known) return known;
      throw new AppError(newcomer.secret ? 'wrongDeviceSecret' : 'noDataPermission');
    }
    return this.#enter(newcomer);
  }

  #enter(newcomer: Newcomer): Promise<FleetEntry> {
    const leave = this.#takePlace(newcomer);
    return this.#registrar.register(newcomer).finally(leave);
  }

  /**
   * A device that was registered a moment ago and that this server has not heard of yet; otherwise who adds a device and lets it report at
   * once would be refused. A network may cost so many queries.
   */
  async #findNew({ sn, found }: Newcomer): Promise<FleetEntry | undefined> {
    const entry = await this.#lookUp(sn, found?.site ?? null);
    if (entry) this.#index.putDevice(entry);
    return entry;
  }

  async #lookUp(sn: string, site: string | null): Promise<FleetEntry | undefined> {
    if (site !== null && this.#tally.count(`new ${site}`) > LOOKED_UP_PER_MINUTE) return undefined;
    const { db } = this.#platform;
    const [entry] = await this.#lookUps.take(site ?? '', () => readEntries(db, { sns: [sn] }));
    return entry;
  }

  /** Counts a device while it is made, so that many at once do not all find the last place free. Answers what ends that. */
  #takePlace({ found, organisationId }: Newcomer): () => void {
    const { unknown, owned } = this.#index;
    if (organisationId !== undefined) {
      const limit = LIMITS.devicesPerOrganisation;
      if (owned.of(organisationId) >= limit) throw new AppError('tooManyDevices', { limit });
      owned.change(organisationId, 1);
      return () => owned.change(organisationId, -1);
    }
    if (!found) return () => {};
    if (!unknown.hasRoom(found, this.#platform.config.unknownDevices)) throw new AppError('tooManyRequests');
    unknown.add(found);
    return () => unknown.remove(found);
  }

  /**
   * The first secret a device without owner and secret shows becomes its secret, where such devices are kept at all and it came by itself. A stick that
   * came over V5 never shows one, nor does what somebody had and unbound without one, so whoever shows one for these is somebody else.
   */
  async #pin(entry: FleetEntry, secret: string): Promise<FleetEntry> {
    if (entry.organisationId !== null || !this.#platform.config.keepUnknownDevices) return entry;
    if (entry.device.kind === 'logger' || !entry.found || entry.found.gateway === 'v5') return entry;
    const { id, sn } = entry.device;
    await pinSecret(this.#platform.db, id, storeShownSecret(sn, secret));
    await this.#refresh([id]);
    return this.#index.entry(id) ?? entry;
  }

  /** Of a wrong secret. Where no more unknown devices have room, as of a number that nobody has, or lists of numbers would tell which ones there are. */
  #refusal(found: FoundAt): AppError {
    const { keepUnknownDevices, unknownDevices } = this.#platform.config;
    const isFull = keepUnknownDevices && !this.#index.unknown.hasRoom(found, unknownDevices);
    return new AppError(isFull ? 'tooManyRequests' : 'wrongDeviceSecret');
  }

  #noted(entry: FleetEntry): KnownDevice {
    if (entry.firstSeenAt === undefined) {
      entry.firstSeenAt = this.#platform.clock.now();
      this.#seen.add(entry.device.id);
    }
    return entry.device;
  }
}

const senderOfOrganisation = (id: number) => `organisation ${id}`;

/** As `sameHome` says it in SQL. */
function inOneHome(one: FleetEntry, other: FleetEntry): boolean {
  if (one.device.stationId !== other.device.stationId) return false;
  return one.device.stationId !== null || one.organisationId === other.organisationId;
}
