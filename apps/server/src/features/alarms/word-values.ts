/** Values of a device's fault words by slot, NaN where one never came. They are never changed, so that devices share them. */
export type WordValues = readonly number[];

/** So many words a device has at most. */
const SLOTS = 9;

/** The values of sound devices, by which words they told: nearly all devices share one of these. */
const SOUND: readonly WordValues[] = Array.from({ length: 1 << SLOTS }, (_, told) =>
  Array.from({ length: SLOTS }, (__, slot) => ((told >> slot) & 1 ? 0 : Number.NaN)),
);

export const NO_WORDS = SOUND[0]!;

/** The values with another one in one slot. */
export function withWord(values: WordValues, slot: number, value: number): WordValues {
  if (values[slot] === value) return values;
  const changed = values.with(slot, value);
  let told = 0;
  for (const [place, word] of changed.entries()) {
    if (word === 0) told |= 1 << place;
    else if (!Number.isNaN(word)) return changed;
  }
  return SOUND[told]!;
}
