import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';

const POLE = 89.99;

/** A line whose longitudes go on past 180° instead of jumping to the other side, as a flat map must draw it. */
export function unwrapLine(line: readonly Position[]): Position[] {
  let shift = 0;
  return line.map(([longitude = 0, latitude = 0], index) => {
    const before = line[index - 1]?.[0];
    if (before !== undefined && Math.abs(longitude - before) > 180) shift += longitude < before ? 360 : -360;
    return [longitude + shift, latitude];
  });
}

/** The same for a ring; one that goes around a pole (Antarctica) is closed along the edge of the map. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const [first, last] = [line[0]!, line.at(-1)!];
  if (Math.abs(last[0]! - first[0]!) < 180) return line;
  const pole = Math.sign(first[1]!) * POLE;
  return [...line, [last[0]!, pole], [first[0]!, pole], first];
}

/** Areas and borders on a sphere as a flat map draws them. */
export function unwrapPolygons(geometry: Polygon | MultiPolygon): MultiPolygon {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unwrapRing)) };
}

export const unwrapLines = (geometry: MultiLineString): MultiLineString => ({
  type: 'MultiLineString',
  coordinates: geometry.coordinates.map(unwrapLine),
});
