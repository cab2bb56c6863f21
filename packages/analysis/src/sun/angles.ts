export const RADIANS = Math.PI / 180;

/** Angle in [0, 360). */
export function wrap360(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

export const sinDeg = (degrees: number): number => Math.sin(degrees * RADIANS);
export const cosDeg = (degrees: number): number => Math.cos(degrees * RADIANS);
