import { describe, expect, test } from 'vitest';
import { createFormat } from './use-format.ts';

const en = createFormat('en-US');
const de = createFormat('de-DE');
/** Spaces that do not break, read as plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('quantities', () => {
  test.each([
    [0, '0 W'],
    [-420.4, '-420 W'],
    [999, '999 W'],
    [1234, '1.23 kW'],
    [12_345, '12.3 kW'],
    [123_456, '123 kW'],
    [999_990, '1 MW'],
    [2_500_000_000, '2.5 GW'],
  ])('power of %d W reads %s', (watts, text) => {
    expect(plain(en.power(watts))).toBe(text);
  });

  test('energy, capacity and mass climb to the next unit at a thousand', () => {
    expect(plain(en.energy(12.34))).toBe('12.3 kWh');
    expect(plain(de.energy(1234.5))).toBe('1,23 MWh');
    expect(plain(en.capacity(45_600))).toBe('45.6 MWp');
    expect(plain(en.mass(1500))).toBe('1.5 t');
  });

  test('a value keeps its unit, and power is scaled', () => {
    expect(plain(de.value(230.14, 'V'))).toBe('230,1 V');
    expect(plain(en.value(49.987, 'Hz'))).toBe('49.99 Hz');
    expect(plain(en.value(3200, 'W'))).toBe('3.2 kW');
    expect(plain(de.value(221_768, 'VA'))).toBe('222 kVA');
    expect(plain(en.value(-12.3, 'var'))).toBe('-12 var');
    expect(plain(en.value(1566, 'kΩ'))).toBe('1.57 MΩ');
    const warm = createFormat('en-US', 'fahrenheit');
    expect(plain(warm.value(25, '°C'))).toBe('77.0 °F');
    expect(plain(warm.value(null, '°C'))).toBe('–');
    expect(plain(warm.value(230, 'V'))).toBe('230.0 V');
    expect(plain(en.value(25, '°C'))).toBe('25.0 °C');
  });

  test('what is not known is a dash without a unit, never zero', () => {
    expect([en.power(null), en.energy(undefined), en.percent(null), en.number(Number.NaN)]).toEqual(
      Array.from({ length: 4 }, () => '–'),
    );
    expect(en.valueParts(null, 'V')).toEqual({ value: '–', unit: '' });
    expect(en.money(12, null)).toBe('–');
  });

  test('percent and money follow the language', () => {
    expect(plain(de.percent(57.4))).toBe('57 %');
    expect(plain(en.percent(99.95, 1))).toBe('100%');
    expect(plain(de.money(12.3, 'EUR'))).toBe('12,30 EUR');
  });
});

describe('times', () => {
  const noon = Date.UTC(2026, 6, 1, 10, 5, 9);

  test('are shown in the zone that is named', () => {
    expect(plain(en.dateTime(noon, 'Europe/Madrid', 'time'))).toBe('12:05 PM');
    expect(plain(de.dateTime(noon, 'Asia/Shanghai', 'full'))).toBe('01.07.2026, 18:05:09');
  });

  test('are told in UTC where the browser does not know the zone, and what is no moment is not known', () => {
    expect(plain(en.dateTime(noon, 'America/Founded_Tomorrow', 'time'))).toBe('10:05 AM UTC');
    expect([NaN, 1e300].map((time) => en.dateTime(time, 'Europe/Madrid'))).toEqual(['–', '–']);
  });

  test('calendar days, months and years need no zone', () => {
    expect(en.day('2026-07-01')).toBe('Jul 1, 2026');
    expect(de.day('2026-07')).toBe('Juli 2026');
    expect(de.day('2026')).toBe('2026');
    expect(de.day(null)).toBe('–');
  });

  test('ages are in words of the language', () => {
    expect(en.age(noon - 1000, noon)).toBe('now');
    expect(en.age(noon - 12_000, noon)).toBe('12 sec. ago');
    expect(en.age(noon - 5 * 60_000, noon)).toBe('5 min. ago');
    expect(de.age(noon - 26 * 3_600_000, noon)).toBe('vor 26 Std.');
    expect(en.age(noon + 60_000, noon)).toBe('now');
    expect(en.age(null, noon)).toBe('–');
  });

  test('lengths show their two largest units', () => {
    expect(en.duration(7_500_000)).toBe('2 hr 5 min');
    expect(en.duration(86_400_000)).toBe('1 day');
    expect(en.duration(400)).toBe('0 sec');
  });
});

test('a small negative value is no negative zero', () => {
  expect([en.power(-0.3), en.percent(-0.2), en.number(-0.001)].map(plain)).toEqual(['0 W', '0%', '0']);
  expect(plain(en.power(-12))).toBe('-12 W');
});
