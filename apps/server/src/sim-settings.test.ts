import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a provider of SIM cards wants an address and a name', () => {
  const url = { SUNFLEET_SIM_URL: 'https://cards.example.test/api/' };
  expect(() => readConfig(url)).toThrow('SUNFLEET_SIM_SOURCE');
  for (const wrong of ['cards.example.test', 'file:///etc/passwd', 'https://cards.example.test/?a=1'])
    expect(() => readConfig({ SUNFLEET_SIM_URL: wrong, SUNFLEET_SIM_SOURCE: 'Cards' })).toThrow(
      'SUNFLEET_SIM_URL',
    );
  expect(readConfig({}).sims).toBeUndefined();
  expect(readConfig({ ...url, SUNFLEET_SIM_SOURCE: 'Cards' }).sims).toEqual({
    url: 'https://cards.example.test/api',
    token: undefined,
    name: 'Cards',
    patienceMs: 15_000,
    perDay: 50_000,
  });
});
