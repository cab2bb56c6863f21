import type { ColumnType } from 'kysely';
import type { DesignVersion } from '@sunfleet/contract';
import type { Json } from './columns.ts';

interface StationDesignsTable {
  stationId: number;
  versions: Json<DesignVersion[]>;
  revision: number;
  /** How long `versions` is. */
  letters: ColumnType<number, never, never>;
}

interface DesignComponentsTable {
  stationId: number;
  componentId: number;
}

export interface StationDesignsTables {
  stationDesigns: StationDesignsTable;
  designComponents: DesignComponentsTable;
}
