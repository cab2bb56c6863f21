import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type FoundPage, searchAddress, stationAddress } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// The module is loaded here, because the first test would time out waiting for it.
import './search-page.tsx';

const noCounts = { stations: 0, devices: 0, alarms: 0, people: 0, organisations: 0, labels: 0 };
const nothing = { stations: [], devices: [], alarms: [], people: [], organisations: [], labels: [] };

const station = (id: number, name: string, changes: Partial<FoundPage['stations'][number]> = {}) => ({
  id,
  name,
  status: 'normal' as const,
  town: null,
  address: null,
  organisation: null,
  favourite: false,
  near: false,
  alike: [],
  ...changes,
});

const page = (changes: Partial<FoundPage> = {}): FoundPage => ({
  ...nothing,
  stations: [
    station(4, 'Mill Roof', { favourite: true, town: 'Toledo' }),
    station(5, 'Mühle', { near: true, alike: ['Mühle'] }),
  ],
  labels: [{ id: 2, name: 'Mills', color: '#0055AA' }],
  ...changes,
  counts: { ...noCounts, stations: 42, labels: 1, ...changes.counts },
});

const open = (at: string, answers: Answers = {}) =>
  renderPage(
    [
      ...routes.filter(({ path }) => path === ADDRESSES.search),
      { path: `${ADDRESSES.station}/:tab`, element: 'its page' },
    ],
    { at, role: 'organisationAdmin', answers: { pageFound: page(), ...answers } },
  );
const chips = () =>
  within(screen.getByRole('group', { name: 'Kind of result' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

afterEach(() => sessionStorage.clear());

test('every kind with its number and first rows, the places of the match marked', async () => {
  const { container, inputs } = await open(searchAddress('mil'));
  const stations = within(await screen.findByRole('region', { name: 'Stations' }));
  expect(chips()).toEqual(['All results 43', 'Stations 42', 'Labels 1']);
  expect(stations.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Mill RoofToledo',
    'Mühlesimilar name',
  ]);
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Mil',
    // "similar name", and the word that is near.
    'Mühle',
    'mil',
    'Mil',
  ]);
  expect(inputs('pageFound')).toEqual([{ query: { q: 'mil', pageSize: 5 } }]);
  await expectAccessible();
});

test('one kind stands in the address and is read page by page; what was opened comes first the next time', async () => {
  const { user, inputs, location } = await open(searchAddress('mil'));
  await user.click(await screen.findByRole('button', { name: 'Show all (42)' }));
  await waitFor(() => expect(location()).toBe(searchAddress('mil', 'stations')));
  expect(screen.queryByRole('region', { name: 'Labels' })).toBeNull();
  await user.click(await screen.findByTitle('3'));
  await waitFor(() =>
    expect(inputs('pageFound').at(-1)).toEqual({
      query: { q: 'mil', kind: 'stations', page: 3, pageSize: 20 },
    }),
  );
  expect(location()).toBe(`${searchAddress('mil', 'stations')}&page=3`);
  await user.click(screen.getByRole('link', { name: /Mill Roof/ }));
  await waitFor(() => expect(location()).toBe(stationAddress(4)));
  await open(searchAddress('mil'));
  expect(await screen.findByRole('region', { name: 'Opened lately' })).toBeTruthy();
});

test('a page behind the last one gives way to it', async () => {
  const { location } = await open(`${searchAddress('mil', 'stations')}&page=9`);
  await waitFor(() => expect(location()).toBe(`${searchAddress('mil', 'stations')}&page=3`));
});

test('nothing, nothing of a kind, and too little to search for are said with what to do', async () => {
  const none = page({ ...nothing, counts: { ...noCounts } });
  const first = await open(searchAddress('zzzz'), { pageFound: none });
  expect(await screen.findByText('Nothing found for “zzzz”')).toBeTruthy();
  first.unmount();
  const second = await open(searchAddress('mil', 'people'));
  await second.user.click(await screen.findByRole('button', { name: 'All results' }));
  await waitFor(() => expect(second.location()).toBe(searchAddress('mil')));
  second.unmount();
  const third = await open(ADDRESSES.search);
  expect(await screen.findByText('Type at least two letters')).toBeTruthy();
  expect(third.inputs('pageFound')).toEqual([]);
});

test('a refusal can be tried again', async () => {
  const failed = new CallError('refused', { error: 'storeUnavailable', message: 'Not now.' });
  const { inputs, user } = await open(searchAddress('mil'), { pageFound: failed });
  const asked = () => inputs('pageFound').length;
  await screen.findByRole('alert');
  const before = asked();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});
