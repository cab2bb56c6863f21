/** Degrees, WGS-84. */
export interface Position {
  latitude: number;
  longitude: number;
}

const RADIUS_KM = 6_371;
const RAD = Math.PI / 180;

/** Distance on the sphere. */
export function distanceKm(a: Position, b: Position): number {
  const across = Math.sin(((b.longitude - a.longitude) * RAD) / 2) ** 2;
  const along = Math.sin(((b.latitude - a.latitude) * RAD) / 2) ** 2;
  const part = along + Math.cos(a.latitude * RAD) * Math.cos(b.latitude * RAD) * across;
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}
