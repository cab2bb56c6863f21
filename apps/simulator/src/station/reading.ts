import type { StationLight } from './light.ts';
import type { DeviceModel, StationModel } from './station-state.ts';

/** `main`: what curves and energies need, as an archive keeps it; `all`: everything the device measures. */
export type Detail = 'main' | 'all';

/** What a device reports: its own time (epoch ms) and values by point key. */
export interface Reading {
  time: number;
  values: Record<string, number>;
}

/** What every part of a reading is made from. */
export interface ReadContext {
  model: StationModel;
  device: DeviceModel;
  light: StationLight;
  detail: Detail;
  /** Scatter of a measurement in [-1, 1), the same for the same device, time and place. */
  noise(place: number): number;
}
