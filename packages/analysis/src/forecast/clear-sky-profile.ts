import { isComparable, type PastDay } from './past-days.ts';

/** What a day weighs against the one after it: yesterday tells most, and two weeks even out the clouds. */
const FADING = 0.85;
/** A low Sun gives too little for ratios of its own: neighbours on both sides count with it. */
const AROUND = 1;

/**
 * Real power by that of a clear sky at each place of a day, from past days, the newest one first: clouds, shade and limits of the station together. A
 * place without any known power has the ratio of all; NaN everywhere where nothing is known.
 */
export function clearSkyProfile(past: readonly PastDay[]): Float64Array {
  const length = past[0]?.power.length ?? 0;
  const power = new Float64Array(length);
  const clear = new Float64Array(length);
  for (const [age, day] of past.entries()) {
    const weight = FADING ** age;
    for (let place = 0; place < length; place += 1) {
      if (!isComparable(day, place)) continue;
      power[place]! += weight * day.power[place]!;
      clear[place]! += weight * day.clear[place]!;
    }
  }
  const ratioOf = (first: number, last: number): number => {
    let [sum, of] = [0, 0];
    for (let place = Math.max(0, first); place <= Math.min(length - 1, last); place += 1) {
      sum += power[place]!;
      of += clear[place]!;
    }
    return of > 0 ? sum / of : NaN;
  };
  const all = ratioOf(0, length - 1);
  return Float64Array.from({ length }, (_, place) => {
    const ratio = ratioOf(place - AROUND, place + AROUND);
    return Number.isNaN(ratio) ? all : ratio;
  });
}
