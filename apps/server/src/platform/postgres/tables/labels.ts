import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface LabelsTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  description: Generated<string>;
  color: string;
  createdAt: Created;
  /** Who made it without working for all of the organisation. */
  customerId: Generated<number | null>;
}

export interface StationLabelsTable {
  stationId: number;
  labelId: number;
}

export interface DeviceLabelsTable {
  deviceId: number;
  labelId: number;
}

export interface LabelsTables {
  labels: LabelsTable;
  stationLabels: StationLabelsTable;
  deviceLabels: DeviceLabelsTable;
}
