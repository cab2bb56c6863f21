import type { StationValues } from './station-values.ts';

/** What the cards of a station's form need of it, whether the station is new or there already. */
export interface StationForm {
  values: StationValues;
  change: (part: Partial<StationValues>) => void;
  errorOf: (name: keyof StationValues) => string | undefined;
  leave: (name: keyof StationValues) => void;
  /** Whether its organisation is chosen here. */
  mayChoose: boolean;
  /** The photo that a new station begins with; absent where it is changed elsewhere. */
  cover?: { photo: Blob | undefined; set: (photo: Blob | undefined) => void };
  /** Whether somebody is named here who shall own it. */
  mayOffer: boolean;
}
