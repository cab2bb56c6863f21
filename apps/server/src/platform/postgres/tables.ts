import type {
  AlarmLevel,
  Communication,
  Connection,
  DeviceKind,
  DeviceStatus,
  MeterRole,
  RunMode,
  StationStatus,
  StationType,
} from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { ChangesTable } from '../changes/changes-table.ts';
import type { Created, Json, PeopleTables } from './people-tables.ts';

/** Row types of PostgreSQL: stations, devices and what they report. Times are `Date`, days `YYYY-MM-DD` text. */

export interface StationsTable {
  id: Generated<number>;
  organisationId: number;
  ownerId: number | null;
  name: string;
  type: StationType;
  gridType: 'fullFeedIn' | 'selfConsumption' | 'zeroExport' | 'offGrid' | null;
  capacityKw: number;
  batteryKwh: number | null;
  timeZone: string;
  latitude: number;
  longitude: number;
  elevation: number | null;
  tilt: number | null;
  azimuth: number | null;
  country: string | null;
  address: string | null;
  currency: string | null;
  priceBuy: number | null;
  priceFeedIn: number | null;
  gridConnectedOn: string | null;
  installedOn: string | null;
  firstPowerOn: string | null;
  shared: Generated<boolean>;
  createdBy: number | null;
  handedOverAt: Date | null;
  createdAt: Created;
}

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
  uploadIntervalSeconds: number | null;
  firstSeenAt: Date | null;
  createdAt: Created;
}

export interface StationStatesTable {
  stationId: number;
  status: Generated<StationStatus>;
  communication: Generated<Communication>;
  power: number | null;
  load: number | null;
  grid: number | null;
  battery: number | null;
  soc: number | null;
  irradiance: number | null;
  energyToday: number | null;
  energyMonth: number | null;
  energyYear: number | null;
  energyTotal: number | null;
  devicesOnline: Generated<number>;
  devicesTotal: Generated<number>;
  alarmsEmergency: Generated<number>;
  alarmsGeneral: Generated<number>;
  alarmsTip: Generated<number>;
  lastDataAt: Date | null;
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
}

export interface CustomPointsTable {
  id: Generated<number>;
  key: string;
}

export interface DeviceCustomPointsTable {
  deviceId: number;
  pointId: number;
}

export interface AlarmsTable {
  id: Generated<number>;
  stationId: number | null;
  deviceId: number;
  type: 'deviceFault' | 'offline';
  code: string;
  level: AlarmLevel;
  textKey: string;
  handling: Generated<'unhandled' | 'confirmed' | 'processed'>;
  beganAt: Date;
  lastSeenAt: Date;
  recoveredAt: Date | null;
  count: Generated<number>;
}

export interface ImportsTable {
  id: Generated<number>;
  stationId: number;
  userId: number | null;
  fileName: string;
  fileId: string;
  mapping: Json<object>;
  language: Generated<string>;
  onError: 'refuse' | 'skipRows';
  state: 'checking' | 'importing' | 'done' | 'failed' | 'cancelled';
  rowsTotal: Generated<number>;
  rowsDone: Generated<number>;
  samples: Generated<number>;
  errorCount: Generated<number>;
  errors: ColumnType<{ line: number; column: string | null; message: string }[], string | undefined, string>;
  devices: ColumnType<string[], string | undefined, string>;
  firstTime: Date | null;
  lastTime: Date | null;
  message: string | null;
  createdAt: Created;
  finishedAt: Date | null;
}

export interface Tables extends PeopleTables {
  stations: StationsTable;
  devices: DevicesTable;
  stationStates: StationStatesTable;
  deviceStates: DeviceStatesTable;
  customPoints: CustomPointsTable;
  deviceCustomPoints: DeviceCustomPointsTable;
  alarms: AlarmsTable;
  imports: ImportsTable;
  changes: ChangesTable;
}
