import { pointByKey } from '@sunfleet/device-model';
import type { SampleBlock } from '../../platform/ingest.ts';
import { NO_WORDS, withWord, type WordValues } from './word-values.ts';

/** Points that carry faults, in the order of a device's slots. */
export const FAULT_POINTS = [
  'fault.w1',
  'fault.w2',
  'fault.w3',
  'fault.w4',
  'fault.w5',
  'fault.w6',
  'fault.w7',
  'fault.w8',
  'alarm.code',
] as const;

/** Fault words of one device as they stand: the newest of each, NaN where it never came. */
export interface DeviceWords {
  /** Epoch milliseconds of the newest word. */
  time: number;
  values: WordValues;
}

/** By device id. */
export type FaultWords = Map<number, DeviceWords>;

/** What a device said about its faults at one time. */
export interface FaultObservation {
  deviceId: number;
  time: number;
  /** Values by point key: all words that stand, or (late) those that came. */
  values: Readonly<Record<string, number>>;
  /** Older than what is known of the device: it tells about the past, not about now. */
  late: boolean;
}

/** The value of one of the points, by its place in `FAULT_POINTS`. */
export interface Word {
  slot: number;
  time: number;
  value: number;
}

const NO_SLOT = -1;
const slotByPoint = new Int8Array(65_536).fill(NO_SLOT);
FAULT_POINTS.forEach((key, slot) => (slotByPoint[faultPointId(key)] = slot));

/** Id of a fault point in the catalogue. */
export function faultPointId(key: (typeof FAULT_POINTS)[number]): number {
  const point = pointByKey(key);
  if (!point) throw new Error(`The catalogue has no point ${key}`);
  return point.id;
}

/**
 * Takes the fault words out of a block and answers what changed, a device's observations in the order of their time.
 * Words that say what is known already cost a look-up and nothing else.
 */
export function readFaultWords(known: FaultWords, block: SampleBlock): FaultObservation[] {
  const observations: FaultObservation[] = [];
  for (const [deviceId, words] of collectWords(known, block))
    for (const observation of observeWords(known, deviceId, words)) observations.push(observation);
  return observations;
}

/** The fault words of a block by device. Of a device that waits for nothing (`waits`) those that say what is known already are left out. */
export function collectWords(
  known: FaultWords,
  block: SampleBlock,
  waits: (deviceId: number) => boolean = () => false,
): Map<number, Word[]> {
  const pending = new Map<number, Word[]>();
  for (let row = 0; row < block.length; row += 1) {
    const slot = slotByPoint[block.points[row]!] ?? NO_SLOT;
    if (slot === NO_SLOT) continue;
    const word = { slot, time: block.times[row]!, value: block.values[row]! };
    const deviceId = block.devices[row]!;
    const words = pending.get(deviceId);
    if (words) words.push(word);
    else if (waits(deviceId) || !repeats(known.get(deviceId), word)) pending.set(deviceId, [word]);
  }
  return pending;
}

/** All words that stand, by point key. */
export function standingValues(words: DeviceWords): Record<string, number> {
  const values: Record<string, number> = {};
  FAULT_POINTS.forEach((key, slot) => {
    const value = words.values[slot]!;
    if (!Number.isNaN(value)) values[key] = value;
  });
  return values;
}

/** Sets a word as the store knows it. */
export function loadWord(
  known: FaultWords,
  deviceId: number,
  slot: number,
  word: { time: number; value: number },
) {
  const words = wordsOf(known, deviceId);
  words.values = withWord(words.values, slot, word.value);
  words.time = Math.max(words.time, word.time);
}

function repeats(words: DeviceWords | undefined, word: Word): boolean {
  if (!words || word.time < words.time || words.values[word.slot] !== word.value) return false;
  words.time = word.time;
  return true;
}

/** What some words of a device say, in the order of their time. Each is known from when it is answered on. */
export function* observeWords(
  known: FaultWords,
  deviceId: number,
  unsorted: readonly Word[],
): Generator<FaultObservation, undefined> {
  const words = wordsOf(known, deviceId);
  const inOrder = unsorted.toSorted((a, b) => a.time - b.time);
  let from = 0;
  while (from < inOrder.length) {
    const { time } = inOrder[from]!;
    let to = from;
    while (inOrder[to]?.time === time) to += 1;
    const group = inOrder.slice(from, to);
    yield time < words.time ? lateObservation(deviceId, group) : standing(deviceId, words, group);
    from = to;
  }
  return undefined;
}

function standing(deviceId: number, words: DeviceWords, group: readonly Word[]): FaultObservation {
  for (const { slot, value } of group) words.values = withWord(words.values, slot, value);
  words.time = group[0]!.time;
  return { deviceId, time: words.time, values: standingValues(words), late: false };
}

function lateObservation(deviceId: number, group: readonly Word[]): FaultObservation {
  const values = Object.fromEntries(group.map(({ slot, value }) => [FAULT_POINTS[slot]!, value]));
  return { deviceId, time: group[0]!.time, values, late: true };
}

function wordsOf(known: FaultWords, deviceId: number): DeviceWords {
  const found = known.get(deviceId);
  if (found) return found;
  const words = { time: -Infinity, values: NO_WORDS };
  known.set(deviceId, words);
  return words;
}
