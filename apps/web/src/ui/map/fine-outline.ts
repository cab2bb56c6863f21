import type { MultiLineString } from 'geojson';
import world from 'world-atlas/countries-50m.json';
import { decodeLine } from './line-text.ts';
import { readOutline } from './outline.ts';
import lines from './states.json';

/** Countries of Natural Earth, 1:50 million, and borders of states: a chunk of its own, which is loaded when somebody looks near. */
export function fineOutline() {
  const states: MultiLineString = { type: 'MultiLineString', coordinates: lines.map(decodeLine) };
  return { ...readOutline(world), states };
}
