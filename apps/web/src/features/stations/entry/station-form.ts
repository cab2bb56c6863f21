import type { StationValues } from './station-values.ts';

/** What the cards of a station's form need of it, whether the station is new or there already. */
export interface StationForm {
  values: StationValues;
  change: (part: Partial<StationValues>) => void;
  errorOf: (name: keyof StationValues) => string | undefined;
  leave: (name: keyof StationValues) => void;
  /** Whether its organisation is chosen here. */
  mayChoose: boolean;
  /** Whether somebody is named here who shall own it. */
  mayOffer: boolean;
}
