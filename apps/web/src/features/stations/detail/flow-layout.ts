import { textWidth } from '../../../ui/chart/text-width.ts';
import type { FlowName } from './flows.ts';

export interface Place {
  x: number;
  y: number;
}

/** Measures of the picture, in its own units. */
export const RADIUS = 40;
export const HUB: Place = { x: 180, y: 128 };
export const PLACES: Readonly<Record<FlowName, Place>> = {
  pv: { x: 180, y: 44 },
  grid: { x: 62, y: 128 },
  load: { x: 298, y: 128 },
  battery: { x: 180, y: 212 },
};
/** Room for the words beside a circle: they end before the edge of the picture and before the next words. */
export const WORD_ROOM = 116;
/** Room for a figure inside of a circle. */
export const VALUE_ROOM = 66;

/** The largest size, up to `most`, at which a text fits into so much room. */
export const fittingSize = (text: string, room: number, most: number): number =>
  Math.min(most, Math.floor((120 * room) / textWidth(text)) / 10);

/** Edges of the picture: as far down as the lowest words. */
export function viewBox(withBattery: boolean): string {
  const lowest = (withBattery ? PLACES.battery : PLACES.grid).y + RADIUS + 36;
  return `0 -30 360 ${lowest + 30}`;
}

/** From the edge of a circle to the edge of the hub, and the middle of it with the angle of a flow towards the hub, degrees. */
export function wireOf(name: FlowName): { from: Place; to: Place; middle: Place; angle: number } {
  const { x, y } = PLACES[name];
  const along = { x: Math.sign(HUB.x - x), y: Math.sign(HUB.y - y) };
  const from = { x: x + along.x * RADIUS, y: y + along.y * RADIUS };
  const to = { x: HUB.x - along.x * 6, y: HUB.y - along.y * 6 };
  return {
    from,
    to,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    angle: (Math.atan2(along.y, along.x) * 180) / Math.PI,
  };
}
