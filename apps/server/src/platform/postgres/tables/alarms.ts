import type {
  AlarmHandling,
  AlarmLevel,
  AlarmRuleInput,
  AlarmStep,
  AlarmType,
  ShieldKind,
} from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';

export interface AlarmsTable {
  id: Generated<number>;
  stationId: number | null;
  deviceId: number;
  type: AlarmType;
  code: string;
  level: AlarmLevel;
  textKey: string;
  handling: Generated<AlarmHandling>;
  /** Who changed the handling last, and when. */
  handledBy: Generated<number | null>;
  handledAt: Generated<Date | null>;
  /** Who is to look after it. */
  assignedTo: Generated<number | null>;
  beganAt: Date;
  lastSeenAt: Date;
  recoveredAt: Date | null;
  count: Generated<number>;
  /** Wh that were missing while it stood, and the part that is its own; null: not known. */
  lost: Generated<number | null>;
  lostShare: Generated<number | null>;
  /** What they were worth, minor units. */
  lostAmount: Generated<number | null>;
  lostCurrency: Generated<string | null>;
  /** Light on the modules when it began, W/m²; null: not known. */
  irradiance: Generated<number | null>;
  /** When its loss is counted next; null: never again. */
  lossDueAt: Generated<Date | null>;
  /** Number of its newest change. */
  change: Generated<number>;
}

/** What people did about an alarm. */
interface AlarmStepsTable {
  id: Generated<number>;
  alarmId: number;
  kind: AlarmStep['kind'];
  at: Date;
  by: number | null;
  /** To whom it was assigned. */
  whom: Generated<number | null>;
  text: string;
}

/** A code of a device, or of all devices of a station, that is kept quiet; or of whatever carries a label, each of which has a row below. */
export interface AlarmShieldsTable {
  id: Generated<number>;
  /** Null: by label. */
  stationId: number | null;
  deviceId: Generated<number | null>;
  /** Maintenance is about every alarm that is not about safety; its code and text are empty. */
  kind: Generated<ShieldKind>;
  code: string;
  textKey: string;
  level: AlarmLevel;
  reason: string;
  /** From when it holds; null: from when it was made. */
  startsAt: Generated<Date | null>;
  /** Whether the alarms that stood when it began were told. */
  begun: Generated<boolean>;
  /** Null: for good. */
  until: Generated<Date | null>;
  reviewAt: Generated<Date | null>;
  createdAt: Date;
  createdBy: Generated<number | null>;
  /** The organisation that its author worked for then. */
  madeFor: Generated<number | null>;
  /** When it was ended, or had ended by itself. */
  endedAt: Generated<Date | null>;
  endedBy: Generated<number | null>;
  /** The shield by label that it follows. */
  parentId: Generated<number | null>;
  /** Of shields by label: whose it is, the label (null: deleted) and its name. */
  organisationId: Generated<number | null>;
  labelId: Generated<number | null>;
  labelName: Generated<string | null>;
  /** Stations at which later carriers are shielded, too; null: all of the organisation. */
  reach: Generated<number[] | null>;
}

/** Fault words as alarms were last decided from them. */
export interface FaultWordsTable {
  deviceId: number;
  time: Date;
  points: number[];
  values: number[];
}

/** How many alarms a device began, or told of its past, within the span that runs. */
interface AlarmRoomsTable {
  deviceId: number;
  kind: 'new' | 'past';
  until: Date;
  used: number;
}

/** The same of all devices of an organisation together. */
interface OrganisationAlarmRoomsTable {
  organisationId: number;
  kind: 'new' | 'past';
  until: Date;
  used: number;
}

/** The same of the devices in stations of one owner, where others have stations in the same organisation. */
interface OwnerAlarmRoomsTable {
  ownerId: number;
  kind: 'new' | 'past';
  until: Date;
  used: number;
}

/** How the platform finds an alarm in what devices measure. */
export interface AlarmRulesTable {
  id: Generated<number>;
  organisationId: number;
  /** Empty where it has the name of the shipped rule. */
  name: string;
  /** The shipped rule that it was made of. */
  pack: string | null;
  level: AlarmLevel;
  enabled: boolean;
  raise: string;
  clear: string;
  consecutive: number;
  onDelay: number;
  offDelay: number;
  stationIds: number[];
  labelIds: number[];
  models: string[];
  version: Generated<number>;
}

/** A version of a rule as it was saved. */
interface AlarmRuleVersionsTable {
  ruleId: number;
  version: number;
  at: Date;
  by: number | null;
  /** What `AlarmRuleInput` holds. */
  content: ColumnType<AlarmRuleInput, string, never>;
}

export interface AlarmsTables {
  alarms: AlarmsTable;
  alarmSteps: AlarmStepsTable;
  alarmShields: AlarmShieldsTable;
  faultWords: FaultWordsTable;
  alarmRooms: AlarmRoomsTable;
  organisationAlarmRooms: OrganisationAlarmRoomsTable;
  ownerAlarmRooms: OwnerAlarmRoomsTable;
  alarmRules: AlarmRulesTable;
  alarmRuleVersions: AlarmRuleVersionsTable;
}
