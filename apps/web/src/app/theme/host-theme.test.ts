import type { Theme } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import { DEFAULT_THEME, findHostTheme } from './host-theme.ts';

const green: Theme = { url: 'https://sun.example', themeColor: '#00AA55', iconUrl: '/sun.ico' };

function setUp(load: (host: string) => Promise<readonly Theme[]>, at = 'https://sun.example/app/') {
  const asked = vi.fn<(host: string) => Promise<readonly Theme[]>>(load);
  const { hostname, host, pathname } = new URL(at);
  const found = findHostTheme({
    location: { hostname, host, pathname },
    fallbackHosts: ['https://one.example', 'https://two.example', 'https://three.example'],
    load: asked,
  });
  return { found, asked };
}

test('the entry of the page’s host gives colour and icon', async () => {
  const { found } = setUp(async () => [{ ...green, url: 'other.example' }, green]);
  expect(await found).toEqual({ color: '#00AA55', iconUrl: '/sun.ico' });
});

test('an entry may be a bare host', async () => {
  expect(await setUp(async () => [{ ...green, url: 'SUN.example' }]).found).toMatchObject({
    color: '#00AA55',
  });
});

test('two fall-back hosts are asked in turn, then the default holds', async () => {
  const second = setUp(async (host) => {
    if (host === 'https://two.example') return [green];
    throw new Error('no answer');
  });
  expect(await second.found).toMatchObject({ color: '#00AA55' });
  const none = setUp(() => Promise.reject(new Error('no answer')));
  expect(await none.found).toEqual(DEFAULT_THEME);
  expect(none.asked.mock.calls.flat()).toEqual(['', 'https://one.example', 'https://two.example']);
});

test.each(['http://localhost:5173/', 'http://127.0.0.1:8080/', 'https://sun.example/dist-v2/index.html'])(
  '%s keeps the default without asking',
  async (at) => {
    const { found, asked } = setUp(async () => [green], at);
    expect(await found).toEqual(DEFAULT_THEME);
    expect(asked).not.toHaveBeenCalled();
  },
);

test('a colour that is none becomes the default, a host without entry too', async () => {
  expect(await setUp(async () => [{ ...green, themeColor: 'url(x)' }]).found).toMatchObject({
    color: '#CA0B0F',
  });
  expect(await setUp(async () => []).found).toEqual(DEFAULT_THEME);
});
