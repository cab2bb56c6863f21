import { ADDRESSES } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = ADDRESSES.points;
const rowOf = async (key: string) => (await screen.findByText(key)).closest('tr')!;

test('each point stands with its key, unit and meaning', async () => {
  await renderPage(routes, { at: AT });
  const grid = await rowOf('grid.power');
  expect(grid.textContent).toContain('Grid power');
  expect(grid.textContent).toContain('Positive when it comes from the grid');
  expect((await rowOf('pv1.voltage')).textContent).toContain('pv24.voltage');
  expect((await rowOf('state')).textContent).toContain('3 Running');
  await expectAccessible();
});

test('a point is found by its key, its name, its unit and its meaning', async () => {
  const { user } = await renderPage(routes, { at: AT });
  const search = await screen.findByRole('searchbox', { name: 'Key, name or unit' });
  const keys = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
  for (const [text, found] of [
    ['battery.soh', 'battery.soh'],
    ['Battery health', 'battery.soh'],
    ['hPa', 'pressure'],
    ['str48.current', 'str1.current – str48.current'],
  ] as const) {
    await user.clear(search);
    await user.type(search, text);
    expect(keys()).toEqual([expect.stringContaining(found)]);
  }
  await user.type(search, 'nothing');
  expect(await screen.findByRole('button', { name: /filter/i })).toBeTruthy();
});
