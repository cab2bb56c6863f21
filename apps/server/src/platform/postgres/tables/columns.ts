import type { ColumnType, JSONColumnType } from 'kysely';

/** A column of JSON. */
export type Json<T extends object> = JSONColumnType<T>;
/** The moment a row was written; the store fills it in where nobody names it. */
export type Created = ColumnType<Date, Date | undefined, never>;
