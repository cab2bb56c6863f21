/** Degrees from the pole up to which a roof faces away from the sun. */
const AWAY = 45;
/** A flatter one faces nowhere. */
const FLAT = 5;

/** Whether modules face the pole of their half of the Earth, which few roofs do on purpose. */
export function facesAway({ tilt, azimuth }: { tilt: number; azimuth: number }, latitude: number): boolean {
  if (!(tilt > FLAT) || Number.isNaN(azimuth) || latitude === 0) return false;
  const pole = latitude > 0 ? 0 : 180;
  const distance = Math.abs(((azimuth - pole + 540) % 360) - 180);
  return distance < AWAY;
}
