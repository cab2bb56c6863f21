import type {
  Communication,
  CorrectionKind,
  ExpectedBy,
  Language,
  RunMode,
  STATION_BATCH_STATES,
  StationFileKind,
  StationStatus,
  StationType,
} from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

/** What a station is called, in letters of ASCII, so that it is found by other scripts and with typing errors. */
export interface StationWordsTable {
  stationId: number;
  /** As they were folded. */
  name: string;
  town: string | null;
  folded: string;
}

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
  province: string | null;
  city: string | null;
  district: string | null;
  postCode: string | null;
  address: string | null;
  currency: string | null;
  priceBuy: number | null;
  priceFeedIn: number | null;
  /** What it cost, in which currency. */
  investment: number | null;
  investmentCurrency: string | null;
  gridConnectedOn: string | null;
  installedOn: string | null;
  firstPowerOn: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  notes: string | null;
  /** How often it was edited, and one. */
  version: Generated<number>;
  shared: Generated<boolean>;
  createdBy: number | null;
  handedOverAt: Date | null;
  /** Since when it is its owner's, and in its organisation, by the clock of the database; null: since it was created. */
  ownerSince: Date | null;
  organisationSince: Date | null;
  town: string | null;
  region: string | null;
  townCountry: string | null;
  /** Town and region by language, where they are called otherwise. */
  placeNames: Record<string, readonly [town: string, region: string | null]> | null;
  /** When town and region were looked for; null until then. */
  placedAt: Date | null;
  createdAt: Created;
  /** Hidden since then; gone for good a while later. */
  endedAt: Date | null;
  endedBy: number | null;
  /** Who wants it ended, where two people have to, and since when. */
  endingAskedAt: Date | null;
  endingAskedBy: number | null;
}

export interface StationStatesTable {
  stationId: number;
  status: Generated<StationStatus>;
  communication: Generated<Communication>;
  runMode: RunMode | null;
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
  /** kWh of the energies above that people added. */
  correctionToday: Generated<number>;
  correctionMonth: Generated<number>;
  correctionYear: Generated<number>;
  correctionTotal: Generated<number>;
  expectedToday: number | null;
  expectedBy: ExpectedBy | null;
  irradiationToday: number | null;
  signal: number | null;
  devicesOnline: Generated<number>;
  devicesTotal: Generated<number>;
  alarmsEmergency: Generated<number>;
  alarmsGeneral: Generated<number>;
  alarmsTip: Generated<number>;
  lastDataAt: Date | null;
}

/** What somebody added to the energy that a station measured. */
export interface EnergyCorrectionsTable {
  id: Generated<number>;
  stationId: number;
  kind: CorrectionKind;
  fromDay: string | null;
  toDay: string | null;
  kwh: number;
  inTotal: boolean;
  reason: string;
  revision: Generated<number>;
  createdBy: number | null;
  createdAt: Date;
  changedBy: number | null;
  changedAt: Date | null;
  /** Taken back then: it counts no more. */
  removedBy: number | null;
  removedAt: Date | null;
}

/** A picture or document of a station; its content is a file of its own. */
export interface StationFilesTable {
  id: Generated<number>;
  stationId: number;
  /** The device of the station that it is about. */
  deviceId: number | null;
  kind: StationFileKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Name in the store of files. */
  file: string;
  /** Small picture of a cover, for lists. */
  thumb: Buffer | null;
  createdBy: number | null;
  createdAt: Created;
}

/** A table of new stations that was uploaded and found right. */
export interface StationBatchesTable {
  id: Generated<number>;
  userId: number;
  organisationId: number | null;
  fileName: string;
  language: Language;
  state: (typeof STATION_BATCH_STATES)[number];
  /** What is to be created; gone with the end. */
  stations: unknown;
  total: number;
  done: Generated<number>;
  message: string | null;
  createdAt: Created;
  finishedAt: Date | null;
}

/** A station that is gone and whose energies and powers are not deleted yet. */
interface StationsToForgetTable {
  stationId: number;
  goneAt: Date;
  /** When that was done for the first time; what was being computed then is deleted ten minutes later. */
  forgottenAt: Generated<Date | null>;
}

/** A station that a person marked. */
interface FavouritesTable {
  userId: number;
  stationId: number;
}

export interface StationsTables {
  energyCorrections: EnergyCorrectionsTable;
  favourites: FavouritesTable;
  stations: StationsTable;
  stationsToForget: StationsToForgetTable;
  stationStates: StationStatesTable;
  stationWords: StationWordsTable;
  stationBatches: StationBatchesTable;
  stationFiles: StationFilesTable;
}
