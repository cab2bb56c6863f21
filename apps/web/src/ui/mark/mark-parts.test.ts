import { expect, test } from 'vitest';
import { markParts } from './mark-parts.ts';

const shown = (text: string, ...sought: string[]) =>
  markParts(text, sought)
    .map(({ text: part, marked }) => (marked ? `[${part}]` : part))
    .join('');

test('marks each place, whatever the case and the accents', () => {
  expect(shown('Solarpark München Süd', 'munch')).toBe('Solarpark [Münch]en Süd');
  expect(shown('MUNCHEN', 'mün')).toBe('[MUN]CHEN');
  expect(shown('Roof roof', 'ROOF')).toBe('[Roof] [roof]');
  expect(shown('北京电站', '北京')).toBe('[北京]电站');
  expect(shown('Мельница', 'мель')).toBe('[Мель]ница');
});

test('overlapping places are one mark, signs of two code units stay whole, and nothing is marked for nothing', () => {
  expect(shown('abcabd', 'abc', 'ca')).toBe('[abca]bd');
  expect(shown('a🌞b', '🌞')).toBe('a[🌞]b');
  expect(shown('Barn', '', '  ', 'x')).toBe('Barn');
  expect(shown('', 'a')).toBe('');
});
