/** What colours stand for. A thing has the same one in every chart and picture; `tokens.css` holds them, for light and dark. */
export const TONES = [
  'pv',
  'load',
  'import',
  'export',
  'discharge',
  'charge',
  'soc',
  'expected',
  'irradiance',
  'before',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
] as const;
export type Tone = (typeof TONES)[number];

/** For things without a colour of their own, in this order. */
export const SERIES_TONES: readonly Tone[] = TONES.filter((tone) => tone.startsWith('series-'));

/** Colours without a meaning that look like one with a meaning, in light or dark; a test measures them. */
export const ALIKE: Partial<Record<Tone, readonly Tone[]>> = {
  pv: ['series-2'],
  load: ['series-1'],
  import: ['series-5', 'series-6'],
  discharge: ['series-7'],
  soc: ['series-6'],
  irradiance: ['series-2'],
};

/** Name of the token that holds a tone. */
export const toneToken = (tone: Tone): string => (tone.startsWith('series-') ? tone : `energy-${tone}`);
