import type { Connection, DeviceKind, LinkError, MeterRole } from '@sunfleet/contract';
import type { Known } from './connections/connections.ts';

/**
 * The seam between gateways and telemetry: gateways know bytes and values, telemetry knows stores.
 */

/** A device as the hot path needs it. */
export interface KnownDevice {
  id: number;
  sn: string;
  kind: DeviceKind;
  profileId: string | null;
  organisationCode: string | null;
  stationId: number | null;
  /** Zone of its station; UTC where it has none. */
  timeZone: string;
  meterRole: MeterRole | null;
  /** W */
  ratedPower: number | null;
}

/** What a device says about itself. */
export interface DeviceIdentity {
  kind?: DeviceKind;
  model?: string;
  manufacturer?: string;
  firmware?: string;
  profileId?: string;
  /** SN of the logger that it says it hangs on; it counts only where both have one home. */
  parentSn?: string;
  uploadIntervalSeconds?: number;
  attributes?: Readonly<Record<string, string>>;
}

/** Where a device reports from. */
export interface Origin {
  gateway: Connection;
  /** Not known where a broker stands in between. */
  address?: string | undefined;
}

/** The organisation of an ingest key. */
export interface KeyOrganisation {
  id: number;
  code: string;
  /** Itself and the tight ones below it. */
  manages: ReadonlySet<number>;
}

/** A new connection of a logger whose protocol has no secret. */
export interface LoggerConnection {
  /** An id that no other connection has. */
  connection: string;
  /** Where it comes from. */
  address: string;
  /** Whether any gateway holds another connection of the same logger that lives; undefined: nobody can say so now. */
  replaces(): Promise<boolean | undefined>;
}

/** Where a device is signed in from, and by which of its secrets. */
interface SignedIn {
  mark: string;
  /** Undefined where it is not known. */
  address: string | undefined;
}

/** The secrets of devices while they are renewed: for a time the one of before lets its device in beside the new one. */
export interface DeviceSecrets {
  /** Whether a device may have another secret beside its newest one. From memory. */
  isChanging(deviceId: number): boolean;
  /** A mark of the secret with which a device signed in; its connection keeps it to learn when that secret ends. From memory. */
  markOf(deviceId: number, secret: string): string | undefined;
  /** Whether the secret of a mark is the newest one of the device or the one of before. Undefined: it has ended. From memory. */
  stands(deviceId: number, mark: string): 'new' | 'old' | undefined;
  /** Whether a person said that the device is to be refused. From memory. */
  isRevoked(deviceId: number): boolean;
  /**
   * The new secret for a device that signed in with the one of before. Undefined where there is none to hand over, and for another network than
   * the one that got it first: whoever else knows the old secret shall not get the new one, too.
   */
  handOver(deviceId: number, to: SignedIn): Promise<{ id: string; secret: string } | undefined>;
  /** The device says that it keeps the new secret of this id. */
  kept(deviceId: number, id: string): Promise<void>;
  /** Tells which devices changed, once the directory knows how. Answers the function that ends it. */
  onChange(listener: (deviceIds: readonly number[]) => void): () => void;
}

/** What went wrong on the connection of a logger. */
export interface LinkTrouble {
  /** The last of it. */
  error: LinkError;
  at: number;
  /** Frames that were not taken. */
  refused: number;
}

export interface DeviceDirectory {
  readonly secrets: DeviceSecrets;
  /** From memory; undefined when the SN is not known (yet). */
  bySn(sn: string): KnownDevice | undefined;
  byId(id: number): KnownDevice | undefined;
  /** Whose a connection of a device counts as. Undefined: nobody owns it, so that whoever is there may have made it up. From memory. */
  knownAs(deviceId: number): Known | undefined;
  /**
   * Checks a device's secret. An SN nobody registered is kept as "connected, not bound" with this secret pinned, where the
   * settings allow it and its network has not brought too many. Throws AppError wrongDeviceSecret, tooManyRequests.
   */
  authenticate(sn: string, secret: string, gateway: Connection, address?: string): Promise<KnownDevice>;
  /** Finds or registers (connected, not bound) a device whose protocol has no secret, such as a V5 logger. */
  discover(sn: string, identity: DeviceIdentity, origin?: Origin): Promise<KnownDevice>;
  /**
   * Organisation an ingest key belongs to. Throws AppError `wrongIngestKey`, and `tooManyRequests` for a key that nobody has shown yet
   * from a network that shows too many wrong ones.
   */
  organisationOfKey(key: string, address?: string): Promise<KeyOrganisation>;
  /**
   * Device an ingest key's organisation may write to, at once when it is known; registers an unknown SN as not bound.
   * Throws AppError `noDataPermission` for a device of an organisation that the key's one does not manage, and at once what memory refuses:
   * invalidInput, tooManyDevices, tooManyNewDevices, tooManyRequests.
   */
  forKey(organisation: KeyOrganisation, sn: string): KnownDevice | Promise<KnownDevice>;
  /**
   * The device of an SN, if a logger may speak for it: it is registered behind this logger, in one home with it, and has no secret of
   * its own, or a person let the logger speak for it all the same. From memory.
   */
  spokenFor(loggerId: number, sn: string): KnownDevice | undefined;
  /** Keeps an SN that a logger names and may not speak for, until a person decides. False: it is somebody else's. */
  discovered(loggerId: number, sn: string, identity: DeviceIdentity): Promise<boolean>;
  /**
   * Judges a new connection of such a logger, and answers its epoch. False: it may not connect. Throws AppError `tooManyRequests` for one that comes
   * too often.
   */
  connected(loggerId: number, connection: LoggerConnection): Promise<number | false>;
  /** Those loggers of which a connection stands that may not be there any more: people have bound them to other addresses, or to a station as what is no logger. */
  strays(standing: readonly { loggerId: number; address: string }[]): Promise<ReadonlySet<number>>;
  /** Whether what this connection of a logger says of devices behind it may be kept as theirs. */
  believes(loggerId: number, connection: string): Promise<boolean>;
  /** The connection of this id ended. Answers whether it was the newest one, so that the logger is gone with it. */
  disconnected(loggerId: number, connection: string): Promise<boolean>;
  /** Something went wrong on the connection of a logger. */
  troubled(loggerId: number, trouble: LinkTrouble): Promise<void>;
  /** A connection of a device that has shown its secret stands. Answers its epoch, at once where no other server has gateways. */
  came(deviceId: number): number | Promise<number>;
  /** The last connection of a device to this server ended. Answers whether no other server has a newer one, so that the device is gone. */
  left(deviceId: number, epoch: number): boolean | Promise<boolean>;
  /**
   * Keeps what the device says of itself (firmware, model, signal, profile). Answers how many attributes were refused, because there would be
   * too many of them. Throws AppError `tooManyRequests` for a device that says something else all the time.
   */
  describe(deviceId: number, identity: DeviceIdentity): Promise<number>;
  /**
   * Keeps what a batch of an organisation's key says of devices, many in one statement, and stops once `isGone` says that nobody waits for it
   * any more. Throws AppError `tooManyRequests` as `describe` does, and for an organisation whose batches say too much within a minute.
   */
  describeAll(
    organisation: KeyOrganisation,
    identities: ReadonlyMap<number, DeviceIdentity>,
    isGone: () => boolean,
  ): Promise<void>;
}

/** Column arrays of samples; only the first `length` entries count. Times are epoch milliseconds. */
export interface SampleBlock {
  readonly length: number;
  readonly devices: Uint32Array;
  readonly points: Uint32Array;
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Values of one device at one time; only the first `length` entries count. */
export interface ReadValues {
  readonly length: number;
  readonly points: Uint32Array;
  readonly values: Float64Array;
}

/** A block being filled. */
export interface OpenBlock extends SampleBlock {
  add(device: number, point: number, time: number, value: number): void;
  /** Adds all values of a reading at once. */
  addReading(device: number, time: number, read: ReadValues): void;
  /** Adds all rows of another block, which is free afterwards. */
  append(block: SampleBlock): void;
  /** Takes the rows from `length` on back; only for rows added since the last await. */
  truncate(length: number): void;
  /**
   * Ends a message: what was added since the last call is stored as a whole. To be called before the next await. Resolves when it is durable;
   * rejects with AppError `storeUnavailable` when it was given up, and with ShareFullError when it is old and too much that is old waits already.
   * `messageBytes`: what the message itself takes in memory until then.
   */
  commit(messageBytes?: number): Promise<void>;
}

/** Reading of one device at one time. */
export interface Reading {
  /** Epoch milliseconds, UTC. */
  time: number;
  values: Readonly<Record<string, number>>;
}

/** How samples come: as they are measured, or from a file. */
export type SampleKind = 'live' | 'import';

export interface Ingest {
  /**
   * Validates and stores readings of one device. Resolves when they are durable; only then may the device be acknowledged.
   * Throws AppError: quotaReached, numberOutOfRange, timeOutOfRange, tooManyPoints, invalidInput (nothing of the call is stored then), storeUnavailable.
   */
  store(device: KnownDevice, readings: readonly Reading[], connection: Connection): Promise<void>;
  /**
   * Id of a point key for a device, registering a custom point within the device's limit.
   * A catalogue key or a custom one already known answers at once (number), else a promise. Throws AppError `tooManyPoints`.
   */
  pointId(device: KnownDevice, key: string): number | Promise<number>;
  /** The block that is open now, for parsers that write samples straight into columns. Call `room` first. */
  open(): OpenBlock;
  /**
   * Makes rows of custom points those of the catalogue as which they are recorded, as storing does: for whoever notes what a block will store.
   * What is changed already stays as it is.
   */
  asRecorded(block: SampleBlock): Promise<void>;
  /**
   * Stores samples of an import, which are none of the day's quota; the block must not change until the promise settles. It may wait for
   * minutes: where `withdrawn` is aborted when its turn comes, nothing of it is stored and the reason is thrown.
   */
  submit(block: SampleBlock, withdrawn?: AbortSignal): Promise<void>;
  /** Undefined when there is room; else a promise to await before more is taken in (backpressure). */
  room(): Promise<void> | undefined;
  /**
   * Call before samples of a device are added to the open block, or an import of it is stored. Throws AppError `quotaReached` where who
   * owns it has stored what it may; to an import only what is stored in all counts.
   */
  admit(device: KnownDevice, kind: SampleKind): void;
  /** Throws AppError `timeOutOfRange` when a sample's time cannot be right. */
  checkTime(time: number): void;
  /** Notes why a reading of a device was refused, where that tells something of the device: a clock that is wrong. `store` does it by itself. */
  noteRefusal(device: KnownDevice, error: unknown): void;
  /**
   * Archives a frame nobody could decode. Resolves when it is durable, or when its sender has had so much archived on this day that it is
   * dropped (counted, and told to who owns the device); rejects when the store cannot take it now. The archive helps to learn unknown
   * layouts. It is no record that devices may rely on.
   */
  archive(frame: RawFrame): Promise<void>;
}

/** A message as it came. */
export interface RawFrame {
  sn: string;
  /** Epoch milliseconds. */
  time: number;
  gateway: string;
  bytes: Uint8Array;
  /** A device that proved who it is counts for who owns it; whoever did not, by its network. */
  sender: { deviceId: number } | { address: string };
}
