import type { Generated } from 'kysely';

/** A known text, sealed by the key of secrets; one row. */
interface KnownKeyTable {
  one: Generated<boolean>;
  sealed: Buffer;
  since: Date;
}

export interface KnownKeyTables {
  knownKey: KnownKeyTable;
}
