import type {
  FirmwareComponent,
  FirmwareState,
  UpgradeDeviceState,
  UpgradeFailure,
  UpgradeState,
} from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

interface FirmwareKeysTable {
  id: Generated<number>;
  name: string;
  /** 32 bytes. */
  publicKey: Buffer;
  createdBy: number | null;
  createdAt: Created;
  revokedAt: Date | null;
  revokedReason: string | null;
}

/** An image that waits for its signature. */
interface FirmwareUploadsTable {
  id: string;
  userId: number;
  file: string;
  fileName: string;
  bytes: number;
  sha256: string;
  createdAt: Date;
}

export interface FirmwareTable {
  id: Generated<number>;
  name: string;
  version: string;
  component: FirmwareComponent;
  models: string[];
  hardware: string[];
  fromVersion: string | null;
  toVersion: string | null;
  /** By language. */
  notes: Json<Record<string, string>>;
  state: ColumnType<FirmwareState, FirmwareState | undefined>;
  file: string;
  fileName: string;
  bytes: number;
  sha256: string;
  keyId: number;
  signature: string;
  everybody: Generated<boolean>;
  withdrawnReason: string | null;
  createdBy: number | null;
  createdAt: Date;
  releasedAt: Date | null;
  revision: Generated<number>;
}

interface FirmwareOrganisationsTable {
  firmwareId: number;
  organisationId: number;
}

interface FirmwareUpgradesTable {
  id: Generated<number>;
  firmwareId: number;
  userId: number | null;
  organisationId: number | null;
  state: ColumnType<UpgradeState, UpgradeState | undefined>;
  /** Percent. */
  mostFailed: number;
  beginWindow: Json<{ from: string; to: string }> | null;
  createdAt: Date;
  endedAt: Date | null;
}

interface FirmwareUpgradeDevicesTable {
  upgradeId: number;
  deviceId: number;
  wave: number;
  state: ColumnType<UpgradeDeviceState, UpgradeDeviceState | undefined>;
  attempt: Generated<number>;
  failure: UpgradeFailure | null;
  detail: string | null;
  fromVersion: string | null;
  sentBytes: Generated<number>;
  /** Null: its wave has not begun. */
  runId: number | null;
  beganAt: Date | null;
  endedAt: Date | null;
  /** It said the new version after its half hour only. */
  late: Generated<boolean>;
  /** Where it was when its upgrade began; null: in no station. */
  stationId: Generated<number | null>;
}

export interface FirmwareTables {
  firmwareUpgrades: FirmwareUpgradesTable;
  firmwareUpgradeDevices: FirmwareUpgradeDevicesTable;
  firmwareKeys: FirmwareKeysTable;
  firmwareUploads: FirmwareUploadsTable;
  firmware: FirmwareTable;
  firmwareOrganisations: FirmwareOrganisationsTable;
}
