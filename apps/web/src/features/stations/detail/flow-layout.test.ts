import { LANGUAGES } from '@sunfleet/contract';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFormat } from '../../../lib/format/use-format.ts';
import { textWidth } from '../../../ui/chart/text-width.ts';
import { fittingSize, VALUE_ROOM, wireOf, WORD_ROOM } from './flow-layout.ts';

interface FlowTexts {
  pv: string;
  grid: string;
  load: string;
  battery: string;
  doing: Record<string, string | Record<string, string>>;
}

const LOCALES = path.join(import.meta.dirname, '../../../../../../packages/i18n/locales');
const textsOf = (language: string): FlowTexts =>
  (JSON.parse(readFileSync(path.join(LOCALES, language, 'stations.json'), 'utf8')) as { flow: FlowTexts })
    .flow;
/** px of a text of 11 px. */
const wide = (text: string) => (textWidth(text) * 11) / 12;

test.each(LANGUAGES)('%s: the words stay beside their circle', (language) => {
  const texts = textsOf(language);
  const doings = Object.values(texts.doing).flatMap((each) =>
    typeof each === 'string' ? [each] : Object.values(each),
  );
  const names = [texts.pv, texts.grid, texts.load, `${texts.battery} 100 %`];
  for (const word of [...doings, ...names]) expect(wide(word), word).toBeLessThanOrEqual(WORD_ROOM);
});

test.each(LANGUAGES)('%s: every figure fits into its circle and stays legible', (language) => {
  const format = createFormat(language);
  for (const watts of [null, 0, -999, 1234, -12_345, 123_456, -999_499, 9_876_543, -987_654_321, 2.5e12]) {
    const { value } = format.powerParts(watts);
    const size = fittingSize(value, VALUE_ROOM, 17);
    expect((textWidth(value) * size) / 12).toBeLessThanOrEqual(VALUE_ROOM);
    expect(size).toBeGreaterThanOrEqual(12);
  }
});

test('a line ends at its circle and at the hub, and its arrow looks along it', () => {
  expect(wireOf('grid')).toEqual({
    from: { x: 102, y: 128 },
    to: { x: 174, y: 128 },
    middle: { x: 138, y: 128 },
    angle: 0,
  });
  expect(wireOf('battery')).toMatchObject({ from: { x: 180, y: 172 }, to: { x: 180, y: 134 }, angle: -90 });
});
