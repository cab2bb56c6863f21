export const RADIANS = Math.PI / 180;

/** Angle in [0, 360). */
export function wrap360(degrees: number): number {
  const turned = degrees - 360 * Math.floor(degrees / 360);
  return turned === 360 ? 0 : turned;
}

export const sinDeg = (degrees: number): number => Math.sin(degrees * RADIANS);
export const cosDeg = (degrees: number): number => Math.cos(degrees * RADIANS);
