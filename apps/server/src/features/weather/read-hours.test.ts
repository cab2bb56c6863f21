import { expect, test } from 'vitest';
import { readHours } from './read-hours.ts';
import { skyOf, worstSky } from './sky-of.ts';

const hourly = (values: object) => ({ time: ['2026-06-21T00:00', '2026-06-21T01:00'], ...values });

test('times in letters are of UTC, and units are those that the answer names', () => {
  const answer = {
    hourly_units: { temperature_2m: '°F', wind_speed_10m: 'km/h', cloud_cover: 'oktas' },
    hourly: hourly({ temperature_2m: [32, 50], wind_speed_10m: [36, null], cloud_cover: [8, 8] }),
  };
  expect(readHours(answer)).toMatchObject({
    times: [Date.UTC(2026, 5, 21), Date.UTC(2026, 5, 21, 1)],
    tempAir: [0, 10],
    windSpeed: [10, null],
    cloudCover: [null, null],
    ghi: [null, null],
  });
});

test('what cannot be is not known', () => {
  const values = { temperature_2m: [999, '20'], shortwave_radiation: [-5, 5000], weather_code: [3] };
  expect(readHours({ hourly: hourly(values) })).toMatchObject({
    tempAir: [null, null],
    ghi: [null, null],
    weatherCode: [3, null],
  });
});

test.each([
  null,
  [],
  {},
  { hourly: { time: ['x'] } },
  { hourly: { time: [0, 1800] } },
  { hourly: { time: [3600, 0] } },
])('an answer without hours in order is none: %j', (answer) =>
  expect(() => readHours(answer)).toThrow('the answer has no hours in order'),
);

test('codes of the WMO are skies, and of several the worst counts', () => {
  expect([0, 2, 3, 45, 53, 63, 75, 81, 86, 96].map(skyOf)).toEqual([
    'clear',
    'partlyCloudy',
    'overcast',
    'fog',
    'drizzle',
    'rain',
    'snow',
    'rain',
    'snow',
    'thunderstorm',
  ]);
  expect([skyOf(null), worstSky([]), worstSky(['clear', null, 'rain', 'fog'])]).toEqual([null, null, 'rain']);
});
