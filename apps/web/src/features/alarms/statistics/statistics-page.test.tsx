import { ADDRESSES, ALARM_GROUPS, type AlarmGroupRow, type AlarmStatistics } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
import { statisticsTable } from './statistics-table.ts';
// The page is loaded here, because the first test would time out waiting for it.
import './statistics-page.tsx';

const row = (key: string, changes: Partial<AlarmGroupRow> = {}): AlarmGroupRow => ({
  key,
  name: null,
  alarms: 7,
  emergency: 1,
  fleeting: 4,
  chattering: 2,
  unhandled: 3,
  meanDuration: 90_000,
  lost: 2500,
  nuisance: 1.7,
  ...changes,
});

const statistics: AlarmStatistics = {
  from: 0,
  to: 86_400_000,
  alarms: 9,
  shielded: 2,
  devices: 30,
  levels: { tip: 5, general: 3, emergency: 1 },
  rates: { mean: 0.06, peak: 4, peakAt: 3_600_000, busyShare: 0, floods: 0, floodShare: 0 },
  fleeting: 4,
  chattering: 2,
  standing: 1,
  topTenShare: 1,
  confirmed: { mean: null, alarms: 0 },
  recovered: { mean: 3_600_000, alarms: 8 },
  recurrence: 0.5,
  lost: { energy: 2500, alarms: 1 },
  groups: {
    ...(Object.fromEntries(ALARM_GROUPS.map((group) => [group, []])) as unknown as AlarmStatistics['groups']),
    code: [row('offline', { name: 'faults.platform.offline' })],
    station: [row('5', { name: 'Mill', lost: null, meanDuration: null })],
    hour: [row('10')],
    light: [row('', { alarms: 2 }), row('600', { alarms: 5 })],
    loss: [row('offline', { name: 'faults.platform.offline', lost: 7000 })],
  },
};

test('figures stand beside their targets, and a group leads to what it is about', async () => {
  const at = ADDRESSES.alarmStatistics;
  const { user } = await renderPage(routes, { at, answers: { alarmStatistics: statistics } });
  const rates = await screen.findByRole('region', { name: 'Can people cope' });
  expect(rates.textContent).toContain('Shielded: 2 · 30.0 per 100 devices');
  expect(rates.textContent).toContain('Most in ten minutes4at most 10');
  expect(screen.getAllByText('Nobody confirmed an alarm of this time.').length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Device offline' }).getAttribute('href')).toBe(
    `${ADDRESSES.alarms}?state=all&level=emergency,general,tip&shielded=all&q=offline`,
  );
  const light = screen.getByRole('table', { name: 'Light when they began' });
  const names = within(light).getAllByRole('rowheader');
  expect(names.map(({ textContent }) => textContent)).toEqual(['600–800 W/m²', 'Not known']);
  expect(screen.getByRole('table', { name: 'Loss by cause' }).textContent).toMatch(/7(\.0+)?\s*kWh/);
  await expectAccessible();
  await user.click(screen.getByText('Station', { selector: '.ant-segmented-item-label' }));
  const mill = (await screen.findByRole('link', { name: 'Mill' })).closest('tr')!;
  expect(within(mill).getAllByText('–')).toHaveLength(2);
});

test('two codes of one name are told apart by their codes', async () => {
  const same = [
    row('A03', { name: 'faults.common.gridLoss' }),
    row('GRID', { name: 'faults.common.gridLoss' }),
  ];
  await renderPage(routes, {
    at: ADDRESSES.alarmStatistics,
    answers: {
      alarmStatistics: {
        ...statistics,
        groups: { ...statistics.groups, code: [...same, ...statistics.groups.code] },
      },
    },
  });
  for (const name of ['Grid lost (A03)', 'Grid lost (GRID)', 'Device offline'])
    expect(await screen.findByRole('link', { name })).toBeTruthy();
});

test('without an alarm the page says so', async () => {
  await renderPage(routes, {
    at: ADDRESSES.alarmStatistics,
    answers: { alarmStatistics: { ...statistics, alarms: 0 } },
  });
  expect(await screen.findByText('No alarm in this time')).toBeTruthy();
});

test('the file holds every group, and leaves empty what is not known', () => {
  const t = ((key: string) => key) as never;
  const { columns, rows } = statisticsTable(statistics, { t, nameOf: (_, { key }) => key });
  expect(new Set(rows.map((line) => line.length))).toEqual(new Set([columns.length]));
  expect(rows[0]).toEqual(['statistics.by.code', 'offline', 7, 1, 4, 2, 3, 1.5, 2.5, 1.7]);
  expect(rows[2]!.slice(7, 9)).toEqual([null, null]);
  expect(rows).toContainEqual([
    'statistics.times',
    'statistics.figure.recurrence (%)',
    50,
    ...Array(7).fill(null),
  ]);
});
