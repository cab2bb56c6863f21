/**
 * Orientation of a plane in degrees: tilt from the horizontal, azimuth from north over east (180 faces
 * south).
 */
export interface Plane {
  tilt: number;
  azimuth: number;
}
