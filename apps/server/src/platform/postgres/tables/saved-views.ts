import type { SavedListName } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface SavedViewTable {
  id: Generated<number>;
  userId: number;
  organisationId: number | null;
  list: Generated<SavedListName>;
  name: string;
  columns: string[];
  /** As they stand in an address. */
  filters: Json<Record<string, string>>;
  sort: string;
  direction: 'asc' | 'desc';
}

interface DefaultViewsTable {
  userId: number;
  list: Generated<SavedListName>;
  viewId: number;
}

export interface SavedViewsTables {
  savedViews: SavedViewTable;
  defaultViews: DefaultViewsTable;
}
