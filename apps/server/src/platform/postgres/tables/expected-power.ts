import type { ExpectedBy } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

interface ExpectedStationsTable {
  stationId: number;
  model: string | null;
  /** Since then there is no gap: what is not computed is owed. */
  computedFrom: Date | null;
  computedUntil: Date | null;
  owedFrom: Date | null;
  owedTo: Date | null;
  calibratedAt: Date | null;
  /** What it should have given since this local midnight up to `computedUntil`, by what most of it rests on, and when that was said. */
  todayStart: Date | null;
  todayKwh: number | null;
  todayBy: ExpectedBy | null;
  todayAt: Date | null;
}

interface ExpectedCalibrationsTable {
  id: Generated<number>;
  stationId: number;
  validFrom: string | null;
  model: string;
  /** What was learned, as the analysis made it. */
  data: Json<object>;
  createdAt: Date;
}

interface ExpectedSpreadsTable {
  calibrationId: number;
  validFrom: string;
  /** By source of light, as the analysis made it. */
  data: Json<object>;
}

interface ExpectedMarksReadTable {
  name: string;
  until: Date;
}

export interface ExpectedPowerTables {
  expectedStations: ExpectedStationsTable;
  expectedCalibrations: ExpectedCalibrationsTable;
  expectedSpreads: ExpectedSpreadsTable;
  expectedMarksRead: ExpectedMarksReadTable;
}
