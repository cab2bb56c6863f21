import { DEFAULT_THEME_COLOR } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { themesOfSetting } from './theme-setting.ts';

test('hosts with their colour and icon', () => {
  expect(
    themesOfSetting('a.example.test=#0055AA|https://cdn.example.test/i.svg, b.example.test=#123456|/b.png'),
  ).toEqual([
    { url: 'a.example.test', themeColor: '#0055AA', iconUrl: 'https://cdn.example.test/i.svg' },
    { url: 'b.example.test', themeColor: '#123456', iconUrl: '/b.png' },
  ]);
});

test('what is missing or unsafe falls back', () => {
  expect(
    themesOfSetting('a.test=, b.test=red|javascript:alert(1), c.test=#11223|//evil.test/x.png,=#000000,'),
  ).toEqual(
    ['a.test', 'b.test', 'c.test'].map((url) => ({ url, themeColor: DEFAULT_THEME_COLOR, iconUrl: null })),
  );
});

test('no setting, no themes', () => {
  expect(themesOfSetting('')).toEqual([]);
});
