import { ADDRESSES } from '@sunfleet/contract';
import type { InputOf, OutputOf } from '@sunfleet/api-client';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice, mintPoint } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = `${ADDRESSES.device}?id=4&tab=history`;
const START = Date.UTC(2026, 9, 24, 22);
const UNITS: Record<string, string> = { 'ac.power': 'W', 'pv1.voltage': 'V', state: '' };
const points = Object.entries(UNITS).map(([key, unit]) => mintPoint({ key, unit, value: 3 }));

function historyOf({ query }: InputOf<'deviceHistory'>): OutputOf<'deviceHistory'> {
  const keys = [query!.points].flat() as string[];
  return {
    resolution: 'hour',
    series: keys.map((key) => ({
      key,
      name: null,
      unit: UNITS[key]!,
      kind: key === 'state' ? ('state' as const) : ('gauge' as const),
      decimals: null,
      times: [START, START + 3_600_000],
      values: key === 'state' ? [3, 0] : [1200, null],
      ...(key === 'ac.power' ? { min: [900, null], max: [1500, null] } : {}),
    })),
  };
}
const answers = { getDevice: mintDevice({ id: 4 }), deviceLatest: points, deviceHistory: historyOf };

test('opens with the telling point of today, in the days of the station, its resolution named', async () => {
  const { inputs } = await renderPage(routes, { at: AT, answers });
  expect(await screen.findByRole('img', { name: 'History' })).toBeTruthy();
  expect(screen.getByText('hourly means')).toBeTruthy();
  expect(screen.getByText(/^AC power: /)).toBeTruthy();
  expect(screen.getByText(/Europe\/Madrid/)).toBeTruthy();
  const query = inputs('deviceHistory')[0]!.query!;
  expect(query.points).toEqual(['ac.power']);
  expect(Number(query.to) - Number(query.from)).toBe(86_400_000);
  await expectAccessible();
});

test('a day on which the clocks change is asked for as 25 hours', async () => {
  const { inputs } = await renderPage(routes, { at: `${AT}&range=2026-10-25..2026-10-25`, answers });
  await screen.findByRole('img', { name: 'History' });
  const query = inputs('deviceHistory')[0]!.query!;
  expect([query.from, query.to]).toEqual([START, START + 25 * 3_600_000]);
});

test('the same numbers as a table: no row without a value, states are words, means have their least and greatest', async () => {
  const one = await renderPage(routes, { at: `${AT}&points=ac.power`, answers });
  await one.user.click(await screen.findByRole('button', { name: 'Chart actions' }));
  await one.user.click(await screen.findByText('As a table'));
  const table = within(screen.getByRole('region', { name: 'History' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Time',
    'AC power (W)',
    'AC power, lowest (W)',
    'AC power, highest (W)',
  ]);
  // The hour of which nothing is known has no row.
  expect(table.getAllByRole('row')).toHaveLength(2);
  one.unmount();
  const two = await renderPage(routes, { at: `${AT}&points=ac.power,state`, answers });
  await two.user.click(await screen.findByRole('button', { name: 'Chart actions' }));
  await two.user.click(await screen.findByText('As a table'));
  const rows = within(screen.getByRole('region', { name: 'History' })).getAllByRole('row');
  expect(rows[0]!.textContent).toBe('TimeAC power (W)AC power, lowest (W)AC power, highest (W)Run mode');
  expect(rows[1]!.textContent).toContain('Running');
});

test('a chosen point joins the others, in address and question', async () => {
  const { user, inputs, location } = await renderPage(routes, { at: AT, answers });
  await user.click(await screen.findByRole('combobox', { name: 'Points in the chart' }));
  await user.click(await screen.findByTitle('PV1 voltage'));
  await waitFor(() =>
    expect(inputs('deviceHistory').at(-1)!.query!.points).toEqual(['ac.power', 'pv1.voltage']),
  );
  expect(location()).toBe(`${AT}&points=ac.power%2Cpv1.voltage`);
});

test('an answer that fails leaves the choice of range and points', async () => {
  await renderPage(routes, { at: AT, answers: { ...answers, deviceHistory: new CallError('timeout') } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Points in the chart' })).toBeTruthy();
});
