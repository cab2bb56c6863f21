import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { TownSearch } from './town-search.tsx';
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
