import type { Generated } from 'kysely';

interface StationNotesTable {
  id: Generated<number>;
  stationId: number;
  /** First and last local day of the station. */
  fromDay: string;
  toDay: string;
  text: string;
  revision: Generated<number>;
  createdBy: number | null;
  createdAt: Date;
  changedBy: number | null;
  changedAt: Date | null;
}

export interface StationNotesTables {
  stationNotes: StationNotesTable;
}
