import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a weather service wants an address and a name', () => {
  const url = { SUNFLEET_WEATHER_URL: 'https://weather.example.test/v1/forecast' };
  expect(() => readConfig(url)).toThrow('SUNFLEET_WEATHER_SOURCE');
  for (const wrong of ['weather.example.test', 'file:///etc/passwd', 'https://weather.example.test/#a'])
    expect(() => readConfig({ SUNFLEET_WEATHER_URL: wrong, SUNFLEET_WEATHER_SOURCE: 'Sky' })).toThrow(
      'SUNFLEET_WEATHER_URL',
    );
  expect(readConfig({}).weather).toBeUndefined();
  expect(readConfig({ ...url, SUNFLEET_WEATHER_SOURCE: 'Sky' }).weather).toEqual({
    url: url.SUNFLEET_WEATHER_URL,
    key: undefined,
    name: 'Sky',
    credit: '',
    patienceMs: 5000,
    perDay: 5000,
  });
});
