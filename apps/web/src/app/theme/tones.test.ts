import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
} from 'culori';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../lib/contrast.ts';
import { ALIKE, SERIES_TONES, type Tone, TONES, toneToken } from '../../ui/chart/tones.ts';
import { themeTokens } from '../../test/theme-tokens.ts';

/** Tones that one panel may show beside each other. */
const TOGETHER: Readonly<Record<string, readonly Tone[]>> = {
  'powers of a home': ['pv', 'load', 'import', 'export', 'discharge', 'charge', 'expected'],
  'energies of a home': ['pv', 'load', 'import', 'export', 'discharge', 'charge', 'before'],
  'powers of a device': ['pv', 'load', 'import', 'discharge'],
  'power and charge of a battery': ['discharge', 'charge', 'soc'],
  'things without a meaning of their own': SERIES_TONES,
};

const EYES = {
  'any eye': (color: string) => parse(color)!,
  deuteranopia: (color: string) => filterDeficiencyDeuter(1)(parse(color)!),
  protanopia: (color: string) => filterDeficiencyProt(1)(parse(color)!),
  tritanopia: (color: string) => filterDeficiencyTrit(1)(parse(color)!),
};
const distance = differenceCiede2000();

/** CIEDE2000: 2 is seen side by side, 5 at a glance. Colours of areas and lines want more. */
const LEAST = { usual: 18, blind: 11 };
const LEAST_OF_EIGHT = { usual: 14, blind: 11 };
/** Between a thing with a meaning and one without: a line of a chart of both. */
const LEAST_OF_BOTH = { usual: 14, blind: 7 };
const pairsOf = (tones: readonly Tone[]) =>
  tones.flatMap((one, place) => tones.slice(place + 1).map((other) => [one, other] as const));

describe.each(Object.entries(themeTokens()))('%s', (_theme, tokens) => {
  const colorOf = (tone: Tone) => tokens[toneToken(tone)]!;

  test.each(Object.entries(TOGETHER))('%s are told apart, by colour-blind eyes too', (name, tones) => {
    const least = tones === SERIES_TONES ? LEAST_OF_EIGHT : LEAST;
    for (const [eye, see] of Object.entries(EYES)) {
      for (const [one, other] of pairsOf(tones)) {
        const far = distance(see(colorOf(one)), see(colorOf(other)));
        expect(far, `${name}: ${one} and ${other} for ${eye}`).toBeGreaterThanOrEqual(
          eye === 'any eye' ? least.usual : least.blind,
        );
      }
    }
  });

  test('what has no meaning looks like nothing that has one, but for those that are known to', () => {
    for (const [meaning, alike] of Object.entries(ALIKE) as [Tone, readonly Tone[]][]) {
      for (const tone of SERIES_TONES.filter((each) => !alike.includes(each))) {
        for (const [eye, see] of Object.entries(EYES)) {
          const far = distance(see(colorOf(meaning)), see(colorOf(tone)));
          expect(far, `${meaning} and ${tone} for ${eye}`).toBeGreaterThanOrEqual(
            eye === 'any eye' ? LEAST_OF_BOTH.usual : LEAST_OF_BOTH.blind,
          );
        }
      }
    }
  });

  test('steps of a scale are told apart by every eye, run one way, and carry text', () => {
    const steps = [1, 2, 3, 4, 5].map((step) => tokens[`heat-${step}`]!);
    for (const color of steps) expect(contrast(tokens['text']!, color)).toBeGreaterThanOrEqual(4.5);
    const onCard = steps.map((color) => contrast(color, tokens['surface']!));
    expect(onCard).toEqual(onCard.toSorted((a, b) => a - b));
    for (const [eye, see] of Object.entries(EYES)) {
      for (const [place, color] of steps.slice(1).entries()) {
        const far = distance(see(steps[place]!), see(color));
        expect(far, `${steps[place]} and ${color} for ${eye}`).toBeGreaterThanOrEqual(5);
      }
    }
  });

  test.each(TONES)('%s has a colour that is seen on the card', (tone) => {
    // Bands and the year before lie behind what is looked at.
    const least = tone === 'expected' || tone === 'before' ? 1.5 : 3;
    expect(contrast(colorOf(tone), tokens['surface']!)).toBeGreaterThanOrEqual(least);
  });
});
