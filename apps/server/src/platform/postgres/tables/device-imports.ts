import type { DeviceImport, DeviceImportRow, DeviceImportRowState, Language } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface DeviceImportsTable {
  id: Generated<number>;
  userId: number;
  organisationId: number | null;
  fileName: string;
  language: Language;
  /** Of whoever started it last. */
  address: string | null;
  state: DeviceImport['state'];
  createdAt: Date;
  endedAt: Date | null;
}

interface DeviceImportRowsTable {
  importId: number;
  row: number;
  place: number;
  sn: string;
  /** Name as the table has it. */
  station: string;
  kind: DeviceImportRow['kind'];
  fields: Json<object> | null;
  claimCode: Buffer | null;
  stationId: number | null;
  state: DeviceImportRowState;
  message: string | null;
  deviceId: number | null;
  secret: Buffer | null;
}

export interface DeviceImportsTables {
  deviceImports: DeviceImportsTable;
  deviceImportRows: DeviceImportRowsTable;
}
