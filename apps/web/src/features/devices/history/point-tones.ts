import { ALIKE, SERIES_TONES, type Tone } from '../../../ui/chart/tones.ts';

/** Points that mean one thing have its colour here as everywhere; others take the next free one. */
const MEANING: Readonly<Record<string, Tone>> = {
  'ac.power': 'pv',
  'dc.power': 'pv',
  'load.power': 'load',
  'grid.power': 'import',
  'meter.power': 'import',
  'battery.power': 'discharge',
  'battery.soc': 'soc',
  'irradiance.poa': 'irradiance',
  'irradiance.ghi': 'irradiance',
};

/** Colours for the points without a meaning, those last that look like one which is drawn. */
function freeTones(keys: readonly string[]): Tone[] {
  const taken = new Set(
    keys.flatMap((key) => {
      const meant = MEANING[key];
      return meant ? (ALIKE[meant] ?? []) : [];
    }),
  );
  return SERIES_TONES.toSorted((a, b) => Number(taken.has(a)) - Number(taken.has(b)));
}

/** A colour for each point. The second point with the same meaning is dashed; a third takes one of the others. */
export function tonesOf(keys: readonly string[]): Map<string, { tone: Tone; dashed?: boolean }> {
  const tones = new Map<string, { tone: Tone; dashed?: boolean }>();
  const uses = new Map<Tone, number>();
  const free = freeTones(keys);
  let next = 0;
  for (const key of keys) {
    const meant = MEANING[key];
    const used = meant ? (uses.get(meant) ?? 0) : 0;
    if (meant && used < 2) {
      uses.set(meant, used + 1);
      tones.set(key, used === 0 ? { tone: meant } : { tone: meant, dashed: true });
    } else {
      tones.set(key, { tone: free[next % free.length]! });
      next += 1;
    }
  }
  return tones;
}
