import type { OutputOf } from '@sunfleet/api-client';

/** A station as the map needs it. */
export type MapStation = OutputOf<'mapStations'>[number];
