import type { Position } from 'geojson';

/** Steps of a degree: a hundred metres. */
const STEPS = 1_000;
const FIRST_LETTER = 63;

/** A line as text, as the encoded polylines of map services: differences in few letters each. */
export function encodeLine(line: readonly Position[]): string {
  let [x, y] = [0, 0];
  return line
    .map(([longitude = 0, latitude = 0]) => {
      const [nextX, nextY] = [Math.round(longitude * STEPS), Math.round(latitude * STEPS)];
      const text = encodeNumber(nextX - x) + encodeNumber(nextY - y);
      [x, y] = [nextX, nextY];
      return text;
    })
    .join('');
}

function encodeNumber(number: number): string {
  let rest = number < 0 ? ~(number << 1) : number << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + FIRST_LETTER);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + FIRST_LETTER);
}

export function decodeLine(text: string): Position[] {
  const line: Position[] = [];
  let at = 0;
  const next = () => {
    let [number, shift, part] = [0, 0, 0x20];
    while (part >= 0x20) {
      part = text.charCodeAt(at++) - FIRST_LETTER;
      number |= (part & 0x1f) << shift;
      shift += 5;
    }
    return number & 1 ? ~(number >> 1) : number >> 1;
  };
  let [x, y] = [0, 0];
  while (at < text.length) {
    x += next();
    y += next();
    line.push([x / STEPS, y / STEPS]);
  }
  return line;
}
