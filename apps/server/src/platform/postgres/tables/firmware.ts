import type { FirmwareComponent, FirmwareState } from '@sunfleet/contract';
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

export interface FirmwareTables {
  firmwareKeys: FirmwareKeysTable;
  firmwareUploads: FirmwareUploadsTable;
  firmware: FirmwareTable;
  firmwareOrganisations: FirmwareOrganisationsTable;
}
