import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface SavedViewTable {
  id: Generated<number>;
  userId: number;
  organisationId: number | null;
  name: string;
  columns: string[];
  /** As they stand in an address. */
  filters: Json<Record<string, string>>;
  sort: string;
  direction: 'asc' | 'desc';
}

interface DefaultViewsTable {
  userId: number;
  viewId: number;
}

export interface SavedViewsTables {
  savedViews: SavedViewTable;
  defaultViews: DefaultViewsTable;
}
