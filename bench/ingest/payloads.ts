import { POINTS } from '@sunfleet/device-model';

/** Keys a large hybrid inverter reports, in the order of the catalogue. */
export function pointKeys(count: number): string[] {
  return POINTS.filter(({ kind, group }) => kind === 'gauge' && group !== 'weather' && group !== 'meter')
    .slice(0, count)
    .map(({ key }) => key);
}

/** A value as devices report it: a few digits, one behind the point, different each time. */
export function reading(point: number, variant: number): string {
  return (((point * 7919 + variant * 104_729) % 99_991) / 10).toFixed(1);
}

/** A text with a time of 13 digits in it, of which copies with other times are cheap. */
export interface TimedText {
  bytes: Buffer;
  /** Where times start. */
  places: readonly number[];
}

const PLACE = '0000000000000';

export function timedText(bytes: Buffer): TimedText {
  const places: number[] = [];
  for (let at = bytes.indexOf(PLACE); at !== -1; at = bytes.indexOf(PLACE, at + PLACE.length))
    places.push(at);
  return { bytes, places };
}

/** Writes a time (epoch milliseconds) into bytes as 13 digits. */
export function writeTime(bytes: Buffer, at: number, time: number): void {
  let rest = time;
  for (let digit = 12; digit >= 0; digit -= 1) {
    const next = Math.floor(rest / 10);
    bytes[at + digit] = 48 + (rest - next * 10);
    rest = next;
  }
}

export { PLACE as TIME_PLACE };
