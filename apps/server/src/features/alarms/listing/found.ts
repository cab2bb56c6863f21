import type { RawBuilder, SqlBool } from 'kysely';

/** A condition on `alarms` that an index finds. */
export interface Found {
  where: RawBuilder<SqlBool>;
  /** Where these are few of all, along an index of their own: whether that has them newest first. */
  along?: 'inOrder' | 'inNone';
  /** They are those of this station. */
  station?: number;
}
