import { createFormat } from '../lib/format/use-format.ts';
import type { ChartLook } from '../ui/chart/chart-look.ts';
import { TONES, type Tone } from '../ui/chart/tones.ts';

/** A look for options made without a page; each tone reads as its own name. */
export const mintLook = (language = 'en-US'): ChartLook => ({
  dark: false,
  format: createFormat(language),
  text: '#111111',
  muted: '#555555',
  line: '#dddddd',
  surface: '#ffffff',
  font: 'Page',
  width: 800,
  tones: Object.fromEntries(TONES.map((tone) => [tone, tone])) as Record<Tone, string>,
});
