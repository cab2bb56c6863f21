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

const DAY = 86_400_000;
/** November of the station begins an hour before that of UTC. */
const NOVEMBER = Date.UTC(2026, 9, 31, 23);
const zoomOf = (from: number, to: number) => `zoom=${from}-${to}`;

/** Means of five minutes of a month, each sample of anything shorter. */
function inSteps({ query }: InputOf<'deviceHistory'>): OutputOf<'deviceHistory'> {
  const [from, to] = [Number(query!.from), Number(query!.to)];
  const isLong = to - from > 2.1 * DAY;
  const step = isLong ? 300_000 : 1000;
  const at = isLong ? from : from + Math.floor((to - from) / 2);
  const times = [0, 1, 2, 3].map((place) => at + place * step);
  const series = { key: 'ac.power', name: null, unit: 'W', kind: 'gauge' as const, decimals: null, times };
  return {
    resolution: isLong ? '5m' : 'raw',
    series: [{ ...series, values: times.map(() => (isLong ? 1 : 2)) }],
  };
}
const november = `${AT}&points=ac.power&range=2026-11-01..2026-11-30`;

test('a stretch that is looked at is asked for at once in its own resolution, which is named', async () => {
  const [from, to] = [NOVEMBER + 5 * DAY, NOVEMBER + 5.5 * DAY];
  const { inputs, location, user } = await renderPage(routes, {
    at: `${november}&${zoomOf(from, to)}`,
    answers: { ...answers, deviceHistory: inSteps },
  });
  expect(await screen.findByText(/^every sample \(1 sec\)$/)).toBeTruthy();
  const [whole, part, ...more] = inputs('deviceHistory').map(({ query }) => query!);
  expect([whole!.from, whole!.to]).toEqual([NOVEMBER, NOVEMBER + 30 * DAY]);
  expect([part!.from, part!.to]).toEqual([from, to]);
  expect(more).toEqual([]);
  await expectAccessible();
  // The samples are here: a closer look needs no others.
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  await waitFor(() => expect(location()).toContain(zoomOf(from + DAY / 8, to - DAY / 8)));
  expect(inputs('deviceHistory')).toHaveLength(2);
});

test('buttons zoom and move; the address keeps the stretch, and the coarse line stays where nothing finer is read', async () => {
  const deviceHistory = (input: InputOf<'deviceHistory'>) => {
    if (Number(input.query!.to) - Number(input.query!.from) < 2.1 * DAY) throw new CallError('timeout');
    return inSteps(input);
  };
  const { user, location, inputs } = await renderPage(routes, {
    at: november,
    answers: { ...answers, deviceHistory },
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  for (const _ of [1, 2, 3]) await press('Zoom in');
  expect(location()).toContain(zoomOf(NOVEMBER + 13.125 * DAY, NOVEMBER + 16.875 * DAY));
  expect(inputs('deviceHistory')).toHaveLength(1);
  await press('Move later');
  expect(location()).toContain(zoomOf(NOVEMBER + 15 * DAY, NOVEMBER + 18.75 * DAY));
  for (const _ of [1, 2]) await press('Zoom in');
  expect(await screen.findByText('Finer values could not be read. 5-minute means')).toBeTruthy();
  await press('Reset zoom');
  expect(location()).toBe(november);
  expect(await screen.findByText('5-minute means')).toBeTruthy();
});

test('a table of a zoomed chart has what is seen', async () => {
  const { user } = await renderPage(routes, {
    at: `${november}&${zoomOf(NOVEMBER, NOVEMBER + DAY)}`,
    answers: { ...answers, deviceHistory: inSteps },
  });
  await screen.findByText(/^every sample/);
  await user.click(screen.getByRole('button', { name: 'Chart actions' }));
  await user.click(await screen.findByText('As a table'));
  const rows = within(screen.getByRole('region', { name: 'History' })).getAllByRole('row');
  // The four samples, and none of the means that stand beyond the stretch.
  expect(rows).toHaveLength(1 + 4);
});
