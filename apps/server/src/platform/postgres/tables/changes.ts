import type { ColumnType, Generated } from 'kysely';

export interface ChangesTable {
  id: Generated<number>;
  /** The transaction that wrote it, as text. */
  xid: ColumnType<string, never, never>;
  topic:
    | 'deviceChanged'
    | 'stationChanged'
    | 'accessChanged'
    | 'recordingsChanged'
    | 'measurementsRemoved'
    | 'pointsChanged'
    | 'alarmsChanged'
    | 'alarmRulesChanged'
    | 'textsChanged'
    | 'ownProfileChanged';
  /** Id of the device, station or profile, or of the organisation whose recordings changed. */
  subject: number | null;
  at: Generated<Date>;
}

export interface ChangesTables {
  changes: ChangesTable;
}
