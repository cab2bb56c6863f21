import { beforeEach, expect, test } from 'vitest';
import { applyIcon, applyTheme } from './apply-theme.ts';

beforeEach(() => {
  document.head.innerHTML = '<meta name="theme-color" content="" /><link rel="icon" href="old.svg" />';
});

const icon = () => decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href);

test('the host’s colour is the brand, with a text colour that reads on it', () => {
  applyTheme({ color: '#ffcc00', iconUrl: null }, true);
  const root = document.documentElement;
  expect(root.dataset['theme']).toBe('dark');
  expect(root.style.getPropertyValue('--brand')).toBe('#ffcc00');
  expect(root.style.getPropertyValue('--brand-text')).toBe('#14181d');
  expect(document.querySelector('meta[name="theme-color"]')!.getAttribute('content')).toBe('#ffcc00');
});

test('the tab shows the host’s icon, or ours in its colour', () => {
  applyIcon({ color: '#00aa55', iconUrl: 'https://sun.example/icon.png' }, false);
  expect(icon()).toBe('https://sun.example/icon.png');
  applyIcon({ color: '#00aa55', iconUrl: null }, false);
  expect(icon()).toContain('fill="#00aa55"');
});

test('an open emergency is marked whatever the icon is', () => {
  applyIcon({ color: '#00aa55', iconUrl: null }, false);
  const calm = icon();
  applyIcon({ color: '#00aa55', iconUrl: 'https://sun.example/icon.png' }, true);
  expect(icon()).toMatch(/^data:image/);
  expect(icon()).not.toBe(calm);
});
