import type {
  Connection,
  CustomPointKind,
  DeviceKind,
  DeviceStatus,
  LinkDoubt,
  LinkError,
  MeterRole,
  RunMode,
} from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface DevicesTable {
  id: Generated<number>;
  sn: string;
  kind: DeviceKind;
  name: string | null;
  model: string | null;
  manufacturer: string | null;
  profileId: string | null;
  meterRole: MeterRole | null;
  ratedPower: number | null;
  firmware: string | null;
  attributes: ColumnType<Record<string, string>, string | undefined, string>;
  stationId: number | null;
  organisationId: number | null;
  parentId: number | null;
  secretHash: Buffer | null;
  secretSalt: Buffer | null;
  /** The secret of before, and until when it still lets the device in. */
  oldSecretHash: Buffer | null;
  oldSecretSalt: Buffer | null;
  oldSecretUntil: Date | null;
  /** The last one that the device proved, where the one of before was handed over and nobody knows whether it arrived; it ends with that. */
  earlierSecretHash: Buffer | null;
  earlierSecretSalt: Buffer | null;
  /** The new secret, sealed, until the device has it. */
  pendingSecret: Buffer | null;
  /** The network whose device got the new secret. */
  secretHandedTo: string | null;
  secretChangedAt: Date | null;
  secretRevokedAt: Date | null;
  /** Since when somebody refuses it while it is in no station. */
  blockedAt: Date | null;
  /** Sign-ins that were refused since the secret changed, and when the last one was. */
  secretRefusals: Generated<number>;
  secretRefusedAt: Date | null;
  /** The claim code of the secret with this salt. */
  claimHash: Buffer | null;
  claimSalt: Buffer | null;
  loggerSpeaks: Generated<boolean>;
  uploadIntervalSeconds: number | null;
  firstSeenAt: Date | null;
  /** The gateway by which it came without being registered, and the network it came from. */
  foundBy: Connection | null;
  foundFrom: string | null;
  /** The organisation that unbound it last. */
  freedFrom: number | null;
  /** Who owned its station then. */
  freedOwner: number | null;
  freedAt: Date | null;
  /** When its holder heard that another device came with its serial number. */
  contendedAt: Date | null;
  productionDate: string | null;
  warrantyEnd: string | null;
  /** The end of its warranty follows from the terms of its product; nobody typed it. */
  warrantyOfProduct: Generated<boolean>;
  productId: number | null;
  soldOn: string | null;
  firstPowerOn: string | null;
  remark: string | null;
  /** kWh that people add to its lifetime counter, and why. */
  energyOffset: number | null;
  energyOffsetReason: string | null;
  /** Since when it is in the station to which it was bound or moved; a trigger keeps it. */
  stationSince: Date | null;
  /** Grows with every edit of a person. */
  version: Generated<number>;
  createdAt: Created;
}

/** What went wrong on the connections of a V5 logger, of a day at most. */
interface LoggerLinkHealthTable {
  deviceId: number;
  since: Date;
  reconnects: number;
  refused: number;
  lastError: LinkError | null;
  lastErrorAt: Date | null;
}

export interface DeviceStatesTable {
  deviceId: number;
  status: Generated<DeviceStatus>;
  runMode: RunMode | null;
  connection: Connection | null;
  power: number | null;
  energyToday: number | null;
  soc: number | null;
  signal: number | null;
  openAlarms: Generated<number>;
  lastDataAt: Date | null;
  lastSeenAt: Date | null;
  /** Of its device; triggers keep them. */
  listedStationId: Generated<number | null>;
  listedOrganisationId: Generated<number | null>;
  listedKind: Generated<DeviceKind | null>;
}

export interface DiscoveredDevicesTable {
  loggerId: number;
  sn: string;
  kind: DeviceKind;
  model: string | null;
  manufacturer: string | null;
  firmware: string | null;
  profileId: string | null;
  uploadIntervalSeconds: number | null;
  declined: Generated<boolean>;
  /** Over a connection that is not believed: from which network. */
  namedFrom: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** A device that left its owner, or is gone, and whose measurements are not deleted yet. */
interface DevicesToForgetTable {
  deviceId: number;
  sn: string;
  freedAt: Date;
  /** Since when it has another owner; null: it has none. */
  keptFrom: Date | null;
  /** When it was forgotten for the first time. */
  forgottenAt: Generated<Date | null>;
}

/** Which device took the place of which. */
interface DeviceReplacementsTable {
  id: Generated<number>;
  deviceId: number;
  stationId: number;
  oldSn: string;
  newSn: string;
  old: Json<ReplacedDevice>;
  reason: string;
  userId: number | null;
  replacedAt: Date;
}

/** What was known of a device when another one took its place. */
export interface ReplacedDevice {
  model: string | null;
  manufacturer: string | null;
  firmware: string | null;
  productionDate: string | null;
  warrantyEnd: string | null;
  firstPowerOn: string | null;
}

/** Who signed in as a device with another secret than the registered one. */
export interface DeviceContendersTable {
  id: Generated<number>;
  deviceId: number;
  secretHash: Buffer;
  secretSalt: Buffer;
  claimHash: Buffer;
  claimSalt: Buffer;
  network: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

export interface LoggerConnectionsTable {
  deviceId: number;
  connection: string | null;
  address: string | null;
  network: string | null;
  open: Generated<boolean>;
  trustedNetwork: string | null;
  doubt: LinkDoubt | null;
  doubtedSince: Date | null;
  replacedAt: Generated<number[]>;
  toldAt: Date | null;
  allowedNetworks: Generated<string[]>;
  /** Grows with each connection. */
  epoch: Generated<number>;
}

/** The newest connection of a device with a secret, where several servers have gateways. */
interface DeviceSessionsTable {
  deviceId: number;
  epoch: number;
  open: boolean;
}

export interface CustomPointsTable {
  id: Generated<number>;
  key: string;
  /** To whom it belongs; null: to a share of those who have no organisation. */
  organisationId: number | null;
  /** That share, such as the network of unknown devices; null with an organisation, and where that is gone. */
  broughtBy: string | null;
  createdAt: Date;
}

export interface DeviceCustomPointsTable {
  deviceId: number;
  pointId: number;
}

/** What an organisation says of a custom point. */
export interface PointDescriptionsTable {
  organisationId: number;
  key: string;
  name: string | null;
  unit: string;
  kind: CustomPointKind;
  decimals: number | null;
  version: Generated<number>;
}

/** What a custom point of an organisation's devices is recorded as. */
export interface PointRecordingsTable {
  id: Generated<number>;
  organisationId: number;
  /** Null: every device of the organisation that has none of its own. */
  deviceId: number | null;
  key: string;
  /** Key of the catalogue. */
  point: string;
  /** In which the devices report. */
  unit: string;
  madeBy: number | null;
  madeAt: Date;
  /** Null while it holds. */
  endedAt: Date | null;
}

export interface DevicesTables {
  devices: DevicesTable;
  devicesToForget: DevicesToForgetTable;
  deviceSessions: DeviceSessionsTable;
  deviceStates: DeviceStatesTable;
  discoveredDevices: DiscoveredDevicesTable;
  deviceContenders: DeviceContendersTable;
  deviceReplacements: DeviceReplacementsTable;
  loggerConnections: LoggerConnectionsTable;
  loggerLinkHealth: LoggerLinkHealthTable;
  customPoints: CustomPointsTable;
  deviceCustomPoints: DeviceCustomPointsTable;
  pointDescriptions: PointDescriptionsTable;
  pointRecordings: PointRecordingsTable;
}
