import type { Generated } from 'kysely';

/** One life of the work of one server. */
interface WorkOwnersTable {
  id: string;
  server: string;
  beganAt: Generated<Date>;
  /** Null: as long as its server holds the database alone. */
  aliveUntil: Date | null;
  endedAt: Date | null;
}

interface WorkPartitionsTable {
  partition: number;
  owner: string;
}

/** The time up to which stored samples have had their effects. */
interface FactPositionsTable {
  owner: string;
  consumer: string;
  storedUntil: Date;
}

/** A server that stores samples, which others decide over. */
interface FactSourcesTable {
  id: string;
  server: string;
  aliveUntil: Date;
  /** What it stored from then on may be unheard of. */
  unheardSince: Date;
}

/** The last version that rows of one kind were given. */
interface RowVersionsTable {
  name: string;
  last: number;
}

/** What the clock said last, one row. */
interface ClockSeenTable {
  one: Generated<boolean>;
  seenAt: Date;
  leaptFrom: Date | null;
  leaptTo: Date | null;
  heldUntil: Date | null;
}

export interface OwnershipTables {
  workOwners: WorkOwnersTable;
  workPartitions: WorkPartitionsTable;
  factPositions: FactPositionsTable;
  factSources: FactSourcesTable;
  rowVersions: RowVersionsTable;
  clockSeen: ClockSeenTable;
}
