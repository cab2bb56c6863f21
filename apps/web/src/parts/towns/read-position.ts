/** Degrees, WGS-84. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** With no more than one space in a row. */
const PARTS =
  /^([+-]?\d{1,3}(?:[.,]\d+)?) ?°? ?([NS])?(?: ?[,;] ?| )([+-]?\d{1,3}(?:[.,]\d+)?) ?°? ?([EWO])?$/i;

/** A position somebody typed: `48.1, 11.5`, `48,1 11,5` or `48.1° N, 11.5° E`. */
export function readPosition(text: string): Position | undefined {
  const [, first, north, second, east] = PARTS.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const degrees = (part: string) => Number(part.replace(',', '.'));
  const latitude = degrees(first) * (north?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = degrees(second) * (east?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
