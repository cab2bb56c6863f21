/** Measured data of a real plant, as the platform's API takes it. */
export interface RecordedPlant {
  station: RecordedStation;
  /** Where its modules face, if not all of them in one direction. */
  arrays?: RecordedArray[];
  devices: RecordedDevice[];
}

/** Body of the API's station creation; positions WGS-84, azimuth clockwise from north. */
export interface RecordedStation {
  name: string;
  type: 'residential' | 'residentialStorage' | 'commercial' | 'utility' | 'microgrid';
  gridType: 'fullFeedIn' | 'selfConsumption';
  capacityKw: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  elevation: number;
  tilt: number;
  azimuth: number;
  country: string;
}

/** Modules that face the same way: degrees from the horizontal and clockwise from north, W of one module. */
export interface RecordedArray {
  name: string;
  tilt: number;
  azimuth: number;
  module: { model: string; power: number };
  quantity: number;
}

export interface RecordedDevice {
  /** What the file calls it; part of its SN. */
  code: string;
  kind: 'inverter' | 'weather';
  manufacturer: string;
  model: string;
  /** W; null for a weather station. */
  ratedPower: number | null;
  /** In the order of the file. */
  readings: RecordedReading[];
}

export interface RecordedReading {
  /** The plant's clock written as if it were UTC, epoch ms. */
  wall: number;
  values: Record<string, number>;
}
