import { useMemo } from 'react';
import { useDark } from '../../lib/appearance.ts';
import { type Format, useFormat } from '../../lib/format/use-format.ts';
import { type Tone, TONES, toneToken } from './tones.ts';

/** What an option needs to look like the rest of the page: resolved colours, formats, language. */
export interface ChartLook {
  dark: boolean;
  format: Format;
  text: string;
  muted: string;
  line: string;
  surface: string;
  /** Family of the page: a canvas inherits none. */
  font: string;
  tones: Readonly<Record<Tone, string>>;
  /** px of the chart. */
  width: number;
}

/** Colours, font and formats of charts, in step with theme and language. */
export function useChartLook(): Omit<ChartLook, 'width'> {
  const dark = useDark();
  const format = useFormat();
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
    return {
      dark,
      format,
      text: color('text'),
      muted: color('text-muted'),
      line: color('border'),
      surface: color('surface'),
      font: style.getPropertyValue('--font').replaceAll(/\s+/g, ' ').trim() || 'sans-serif',
      tones: Object.fromEntries(TONES.map((tone) => [tone, color(toneToken(tone))])) as Record<Tone, string>,
    };
  }, [dark, format]);
}
