import type { NativeBlock } from './native-block.ts';

export type QueryParams = Readonly<Record<string, unknown>>;

/** Columns of a result by name; cheaper than row objects for long series. */
export type Columns = Readonly<Record<string, readonly (number | string | null)[]>>;

/**
 * ClickHouse as the features see it: one SQL text for the embedded engine and for a cluster.
 * Parameters are bound (`{name:Type}`); 64-bit integers come back as numbers.
 * Every call rejects with AppError `storeUnavailable` when the engine cannot be reached.
 */
export interface SamplesDb {
  readonly kind: 'embedded' | 'remote';
  query<Row>(sql: string, params?: QueryParams): Promise<Row[]>;
  /** The rows of a short question about the store itself, as what of it is broken: it waits behind nobody's reads. */
  look<Row>(sql: string): Promise<Row[]>;
  columns(sql: string, params?: QueryParams): Promise<Columns>;
  command(sql: string, params?: QueryParams): Promise<void>;
  /**
   * Inserts columns; resolved means durable. The block's buffers must not change until then. A cluster stores a block once however often it comes
   * with the same token, which no other block may have.
   */
  insertNative(table: string, block: NativeBlock, token?: string): Promise<void>;
  insertRows(table: string, rows: readonly object[]): Promise<void>;
  /** Waits behind nobody's reads either. */
  ping(): Promise<void>;
  /** Makes the definitions of all tables durable. Call when migrations are done, before anything is acknowledged. */
  keepDefinitions(): Promise<void>;
  close(): Promise<void>;
}
