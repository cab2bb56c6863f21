import type { Generated } from 'kysely';

interface DeviceBatchesTable {
  id: Generated<number>;
  organisationId: number;
  /** Once in its organisation. */
  code: string;
  name: string;
  remark: string;
  /** What its devices are; null: several, or nobody says. */
  productId: number | null;
  /** Who made it. */
  userId: number | null;
  createdAt: Date;
  revision: Generated<number>;
}

interface DeviceBatchDevicesTable {
  batchId: number;
  deviceId: number;
}

interface RunBatchesTable {
  runId: number;
  batchId: number;
}

export interface DeviceBatchesTables {
  deviceBatches: DeviceBatchesTable;
  deviceBatchDevices: DeviceBatchDevicesTable;
  runBatches: RunBatchesTable;
}
