import { expect, test } from 'vitest';
import { timeReader } from './read-time.ts';

const wall = (...parts: Parameters<typeof Date.UTC>) => ({ wall: Date.UTC(...parts) });
const instant = (...parts: Parameters<typeof Date.UTC>) => ({ instant: Date.UTC(...parts) });

test.each([
  ['iso', '2020-05-15T01:00', wall(2020, 4, 15, 1)],
  ['iso', ' 2020-05-15 01:00:30 ', wall(2020, 4, 15, 1, 0, 30)],
  ['iso', '2022-10-01 00:10:00+04:00', instant(2022, 8, 30, 20, 10)],
  ['iso', '2022-10-01T00:10:00.250Z', instant(2022, 9, 1, 0, 10, 0, 250)],
  ['iso', '20221001T001000-0330', instant(2022, 9, 1, 3, 40)],
  ['iso', '2022-10-01T10:00:00+02', instant(2022, 9, 1, 8)],
  ['iso', '2022-10-01', wall(2022, 9, 1)],
  ['iso', '2022-10-01T24:00', wall(2022, 9, 2)],
  ['epochMs', '1700000000000', { instant: 1_700_000_000_000 }],
  ['epochS', '1700000000.25', { instant: 1_700_000_000_250 }],
  ['DD/MM/YYYY HH:mm', '04/05/2025 00:01', wall(2025, 4, 4, 0, 1)],
  ['MM/DD/YYYY HH:mm', '04/05/2025 00:01', wall(2025, 3, 5, 0, 1)],
  ['DD.MM.YY H:mm:ss', '4.5.25   7:03:09', wall(2025, 4, 4, 7, 3, 9)],
  ['M/D/YYYY h:mm A', '4/5/2025 12:30 AM', wall(2025, 3, 5, 0, 30)],
  ['M/D/YYYY h:mm A', '4/5/2025 12:30 p.m.', wall(2025, 3, 5, 12, 30)],
  ['YYYY年MM月DD日 HH:mm', '2025年04月05日 08:00', wall(2025, 3, 5, 8)],
  ['DD-MM-YYYY HH:mm:ss Z', '05-04-2025 08:00:00 +05:30', instant(2025, 3, 5, 2, 30)],
  ['YYYYMMDDHHmm', '202504050800', wall(2025, 3, 5, 8)],
] as const)('%s reads "%s"', (format, text, expected) => {
  expect(timeReader(format)?.(text)).toEqual(expected);
});

test.each([
  ['iso', '2021-02-29T00:00'],
  ['iso', '2021-13-01T00:00'],
  ['iso', '2021-01-01T25:00'],
  ['iso', '2021-01-01T24:01'],
  ['iso', '01/02/2021 00:00'],
  ['iso', ''],
  ['epochMs', '12:00'],
  ['DD/MM/YYYY HH:mm', '13/13/2025 00:00'],
  ['DD/MM/YYYY HH:mm', '12/10/2025 00:60'],
  ['M/D/YYYY h:mm A', '4/5/2025 13:30 PM'],
  ['DD/MM/YYYY HH:mm', '12/10/2025'],
] as const)('%s does not read "%s"', (format, text) => {
  expect(timeReader(format)?.(text)).toBeUndefined();
});

test.each(['HH:mm', 'YYYY-MM', 'YYYY-MM-DD DD', '', 'nonsense'])('"%s" is no format', (format) => {
  expect(timeReader(format)).toBeUndefined();
});

test('signs of the pattern that mean something elsewhere are taken literally', () => {
  expect(timeReader('YYYY.MM.DD')?.('2025x04x05')).toBeUndefined();
  expect(timeReader('[YYYY] (MM) DD')?.('[2025] (04) 05')).toEqual(wall(2025, 3, 5));
});
