import type { DesignVersion } from '@sunfleet/contract';
import type { Json } from './columns.ts';

interface StationDesignsTable {
  stationId: number;
  versions: Json<DesignVersion[]>;
  revision: number;
}

export interface StationDesignsTables {
  stationDesigns: StationDesignsTable;
}
