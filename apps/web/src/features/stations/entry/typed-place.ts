/** Five digits are about a metre. */
const DIGITS = 5;

/** A place as the form holds it. */
export function typedPlace({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude: latitude.toFixed(DIGITS), longitude: longitude.toFixed(DIGITS) };
}
