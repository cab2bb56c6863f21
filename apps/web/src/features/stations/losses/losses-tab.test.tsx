import { stationAddress } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
import { mintLosses } from './mint-losses.ts';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/detail-layout.tsx';
import './losses-tab.tsx';

const at = stationAddress(5, 'losses');
const answers = { getStation: mintStationDetail(), stationLosses: mintLosses() };

test('each cause has its energy, share and worth, what it means, and what is not told apart says why', async () => {
  await renderPage(routes, { at, answers });
  const table = await screen.findByRole('table', { name: 'Where the energy went' });
  const row = within(table).getByRole('row', { name: /^Conversion/ });
  expect(row.textContent).toMatch(/15\skWh15%/);
  expect(row.textContent).toMatch(/EUR\s1\.50/);
  expect(row.textContent).toContain('not measured');
  expect(screen.getByText('18 of 20 days are judged.')).toBeTruthy();
  expect(screen.getByText(/^On 2 days only a clear sky is known/)).toBeTruthy();
  expect(screen.getByText('No inverter tells a limit.')).toBeTruthy();
  await expectAccessible();
});

test('without light that somebody saw it says what would tell clouds from losses', async () => {
  const stationLosses = mintLosses({ days: { all: 20, judged: 0, notComputed: 0, lightUnknown: 20 } });
  await renderPage(routes, { at, answers: { ...answers, stationLosses } });
  expect(await screen.findByText('Losses need light that somebody saw')).toBeTruthy();
});

test('who sees no prices sees energy alone', async () => {
  await renderPage(routes, { at, answers: { ...answers, stationLosses: mintLosses({ money: null }) } });
  expect(await screen.findByRole('table', { name: 'Where the energy went' })).toBeTruthy();
  expect(screen.queryByText('Worth')).toBeNull();
  expect(screen.queryByText('EUR')).toBeNull();
});
