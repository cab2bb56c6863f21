import { CallError } from '@sunfleet/api-client';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { renderPage } from '../../test/render-page.tsx';
import { TownSearch } from './town-search.tsx';
import type { ChosenAddress } from './use-addresses.ts';
import type { FoundPlace } from './use-suggestions.ts';

const town = (name: string, region: string | null, latitude: number) => ({
  name,
  region,
  country: 'DE',
  latitude,
  longitude: 11.5,
  population: 1000,
});
const findTowns = [town('München', 'Bayern', 48.1), town('Münster', 'Nordrhein-Westfalen', 52)];

const address = {
  label: 'Hauptstraße 5, Kaufbeuren',
  latitude: 47.9,
  longitude: 10.6,
  country: 'DE',
  state: 'Bayern',
  city: 'Kaufbeuren',
  district: null,
  detail: 'Hauptstraße 5',
  postCode: '87600',
};

async function openSearch(answers = findTowns) {
  const found: FoundPlace[] = [];
  const near = () => ({ latitude: 50, longitude: 10 });
  const page = await renderPage(<TownSearch near={near} onFound={(place) => found.push(place)} />, {
    answers: { findTowns: answers },
  });
  return { ...page, found, box: await screen.findByRole('combobox', { name: 'Find a place' }) };
}

test('arrow keys and Enter choose a town, which the box then names', async () => {
  const { user, box, found, inputs } = await openSearch();
  await user.type(box, 'mün');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'MünchenBayern, Germany',
    'MünsterNordrhein-Westfalen, Germany',
  ]);
  await expectAccessible();
  await user.keyboard('{ArrowDown}');
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]!.id);
  await user.keyboard('{Enter}');
  expect(found).toEqual([{ name: 'Münster', latitude: 52, longitude: 11.5, population: 1000 }]);
  expect((box as HTMLInputElement).value).toBe('Münster');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(inputs('findTowns')).toEqual([{ query: { q: 'mün', latitude: 50, longitude: 10 } }]);
});

test('Enter before the answer is there takes the first town of the answer', async () => {
  const { user, box, found } = await openSearch();
  await user.type(box, 'mün{Enter}');
  await expect.poll(() => found.map(({ name }) => name)).toEqual(['München']);
});

test('a typed position is a place without asking the server', async () => {
  const { user, box, found, inputs } = await openSearch();
  await user.type(box, '48.1, 11.5{Enter}');
  await expect.poll(() => found).toEqual([{ name: '48.1°, 11.5°', latitude: 48.1, longitude: 11.5 }]);
  expect(inputs('findTowns').every(({ query }) => query?.q !== '48.1, 11.5')).toBe(true);
});

test('what nothing is called is said, and Escape closes the list', async () => {
  const { user, box, found } = await openSearch([]);
  await user.type(box, 'xyz{Enter}');
  expect((await screen.findByRole('status')).textContent).toBe('Nothing is called “xyz”.');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('status')).toBeNull();
  expect(found).toEqual([]);
});

async function openAddresses(answers: Answers, onAddress = vi.fn<(chosen: ChosenAddress) => void>()) {
  const page = await renderPage(
    <TownSearch near={() => ({ latitude: 50, longitude: 10 })} onFound={() => {}} onAddress={onAddress} />,
    { answers: { findTowns, stationAddressSource: { name: 'Test maps', credit: '© Somebody' }, ...answers } },
  );
  return { ...page, onAddress, box: await screen.findByRole('combobox', { name: 'Find a place' }) };
}

test('addresses are asked for on purpose, stand before the towns and name who found them', async () => {
  const places = { askedAt: Date.UTC(2026, 0, 5, 12), places: [address] };
  const { user, box, onAddress, inputs } = await openAddresses({ findStationAddresses: places });
  await user.type(box, 'haupt 5');
  const ask = await screen.findByRole('option', { name: 'Search addresses at Test maps' });
  expect(inputs('findStationAddresses')).toEqual([]);
  await user.click(ask);
  const options = await screen.findAllByRole('option', { name: /Test maps/ });
  expect(options.map(({ textContent }) => textContent)).toEqual(['Hauptstraße 5, KaufbeurenTest maps']);
  expect(screen.getAllByRole('option')[0]).toBe(options[0]);
  expect(screen.getByRole('status').textContent).toMatch(/Test maps, as of .*2026.* · © Somebody/);
  await expectAccessible();
  await user.keyboard('{Enter}');
  expect(onAddress.mock.calls).toEqual([[{ address, source: 'Test maps' }]]);
  expect((box as HTMLInputElement).value).toBe(address.label);
  expect(inputs('findStationAddresses')).toEqual([{ query: { q: 'haupt 5' } }]);
});

test('where no town is called so, Enter asks; what is wrong or not there is told, and can be asked again', async () => {
  let tries = 0;
  const { user, box } = await openAddresses({
    findTowns: [],
    findStationAddresses: () => {
      tries += 1;
      if (tries === 1) throw new CallError('refused', { error: 'addressSourceFailed', message: 'Not now.' });
      return { askedAt: 0, places: [] };
    },
  });
  await user.type(box, 'nowhere{Enter}');
  await screen.findByText('Not now.');
  await user.click(screen.getByRole('option', { name: 'Search addresses at Test maps' }));
  expect(await screen.findByText('Test maps finds no address “nowhere”.')).toBeTruthy();
  expect(screen.queryByRole('option', { name: /Search addresses/ })).toBeNull();
});

test('without a service, and where no addresses are wanted, nothing of it shows', async () => {
  const { user, box } = await openAddresses({ stationAddressSource: null });
  await user.type(box, 'mün');
  await screen.findAllByRole('option');
  expect(screen.queryByText(/addresses/)).toBeNull();
  cleanup();
  const map = await openSearch();
  await map.user.type(map.box, 'mün');
  expect(map.inputs('stationAddressSource')).toEqual([]);
});
