import { POINTS, pointByKey, type PointDef } from './points.ts';
import { sameUnitFamily } from './units.ts';

/** Words that devices say for a word of the catalogue. */
const SYNONYMS: Readonly<Record<string, string>> = {
  today: 'day',
  daily: 'day',
  lifetime: 'total',
  overall: 'total',
  cumulative: 'total',
  sum: 'total',
  yield: 'energy',
  production: 'energy',
  generation: 'energy',
  batt: 'battery',
  bat: 'battery',
  accu: 'battery',
  house: 'load',
  home: 'load',
  consumption: 'load',
  consumed: 'load',
  imported: 'import',
  purchase: 'import',
  purchased: 'import',
  exported: 'export',
  feedin: 'export',
  charged: 'charge',
  discharged: 'discharge',
  temperature: 'temp',
  volt: 'voltage',
  volts: 'voltage',
  amp: 'current',
  amps: 'current',
  ampere: 'current',
  watt: 'power',
  watts: 'power',
  freq: 'frequency',
  pf: 'powerfactor',
  cosphi: 'powerfactor',
  radiation: 'irradiance',
  outside: 'ambient',
  outdoor: 'ambient',
  air: 'ambient',
  panel: 'module',
  cell: 'module',
  solar: 'pv',
  mppt: 'pv',
  string: 'str',
  phase: 'l',
  heatsink: 'radiator',
  rssi: 'signal',
  status: 'state',
  barometer: 'pressure',
  rainfall: 'rain',
};

/** Keys that devices use as a whole for a point of the catalogue. */
const WHOLE: Readonly<Record<string, string>> = {
  power: 'ac.power',
  pac: 'ac.power',
  'active power': 'ac.power',
  'power active': 'ac.power',
  'power reactive': 'ac.reactive',
  'power apparent': 'ac.apparent',
  'inverter power': 'ac.power',
  frequency: 'ac.frequency',
  fac: 'ac.frequency',
  'frequency grid': 'ac.frequency',
  pdc: 'dc.power',
  pv: 'dc.power',
  'power pv': 'dc.power',
  soc: 'battery.soc',
  soh: 'battery.soh',
  energy: 'energy.total',
  eday: 'energy.day',
  'day e': 'energy.day',
  etotal: 'energy.total',
  'e total': 'energy.total',
  load: 'load.power',
  grid: 'grid.power',
  battery: 'battery.power',
  ghi: 'irradiance.ghi',
  poa: 'irradiance.poa',
};

/** What the words of a key mean, in the order of the alphabet: `energy.today` and `dailyYield` are both `day energy`. */
function meaningOf(key: string): string {
  return wordsOf(key).toSorted().join(' ');
}

/** Small words of a key in those of the catalogue; a number stays with its word, as in `pv1`. */
function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1.$2')
    .toLowerCase()
    .replaceAll(/([a-z])\.(\d)/g, '$1$2')
    .split('.')
    .map((word) => {
      const [, letters = '', digits = ''] = /^([a-z]*)(\d*)$/.exec(word) ?? [];
      return `${SYNONYMS[letters] ?? letters}${digits}` || word;
    });
}

interface Tables {
  byMeaning: ReadonlyMap<string, PointDef>;
  joined: readonly { point: PointDef; text: string }[];
}

let tables: Tables | undefined;

/** Made at the first question: the files of the web are loaded in an order in which the catalogue may come later than this module. */
function tablesOf(): Tables {
  tables ??= {
    byMeaning: new Map(POINTS.map((point) => [meaningOf(point.key), point])),
    joined: POINTS.map((point) => ({ point, text: wordsOf(point.key).join('') })),
  };
  return tables;
}

/** Letters of a key that may be wrong, by how many it has: short words are too much alike. */
const allowedErrors = (length: number): number => (length < 6 ? 0 : length < 10 ? 1 : 2);

/**
 * The key of the catalogue that was meant by a custom one, as `energy.day` by `energy.today`: by other words for the same, words in another
 * order, or a slip of the pen. Numbers must agree, and the unit, where it is known, must measure the same.
 */
export function didYouMean(key: string, unit = ''): string | undefined {
  if (pointByKey(key)) return undefined;
  const meaning = meaningOf(key);
  const known = Object.hasOwn(WHOLE, meaning) ? WHOLE[meaning] : undefined;
  const point =
    (known && pointByKey(known)) || tablesOf().byMeaning.get(meaning) || slipOf(wordsOf(key).join(''));
  if (!point || (unit !== '' && !sameUnitFamily(unit, point.unit))) return undefined;
  return point.key;
}

/** The only point whose key differs by so few letters. */
function slipOf(text: string): PointDef | undefined {
  const most = allowedErrors(text.length);
  if (most === 0) return undefined;
  const digits = text.replaceAll(/\D/g, '');
  // A text that is longer or shorter by more letters is not measured: the time grows with both lengths, and anybody may send one of 200,000.
  const near = tablesOf()
    .joined.filter((each) => Math.abs(each.text.length - text.length) <= most)
    .filter((each) => each.text.replaceAll(/\D/g, '') === digits)
    .map(({ point, text: other }) => ({ point, away: editDistance(text, other) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away);
  return near[0] && near[0].away !== near[1]?.away ? near[0].point : undefined;
}

/** Letters that are added, left out, changed or swapped with their neighbour between two texts. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length]!;
}
