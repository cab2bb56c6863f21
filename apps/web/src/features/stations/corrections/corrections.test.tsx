import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type EnergyCorrectionRow } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintStationLive, mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/detail-layout.tsx';
import '../detail/about-tab.tsx';
import '../station-list-page.tsx';

const row = (changes: Partial<EnergyCorrectionRow> = {}): EnergyCorrectionRow => ({
  id: 4,
  kind: 'days',
  from: '2026-06-20',
  to: '2026-06-20',
  kwh: 5,
  inTotal: true,
  reason: 'The meter was exchanged',
  revision: 2,
  created: { at: Date.UTC(2026, 5, 21), by: 'Ina' },
  changed: null,
  removed: null,
  ...changes,
});

const live = mintStationLive({ energyToday: 10, energyMonth: 100, energyYear: 900, energyTotal: 5000 });
const answers = {
  getStation: { ...mintStationDetail({}), today: '2026-06-21', live },
  plantAuthority: { permissions: ['stations.edit' as const], by: 'own' as const, endsAt: null },
  stationEnergy: { grain: 'day' as const, timeZone: 'Europe/Madrid', buckets: [] },
  listEnergyCorrections: [row()],
  createEnergyCorrection: { id: 9 },
  updateEnergyCorrection: null,
  removeEnergyCorrection: null,
};
const at = `${ADDRESSES.station}/about?id=5`;
const cellsOf = (dialog: HTMLElement, name: string) =>
  within(within(dialog).getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll('\u00A0', ' '));

test('an amount is typed, its figures are shown before it is saved, and it is sent', async () => {
  const { user, inputs } = await renderPage(routes, { at, answers });
  await user.click(await screen.findByRole('button', { name: 'Add a correction' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Amount in kWh'), '-4,5');
  await user.type(within(dialog).getByLabelText('Reason'), 'Counted twice');
  expect(cellsOf(dialog, 'Today')).toEqual(['10.0 kWh', '5.5 kWh']);
  expect(cellsOf(dialog, 'Total')).toEqual(['5,000.0 kWh', '4,995.5 kWh']);
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('createEnergyCorrection')).toEqual([
      {
        params: { id: 5 },
        body: {
          kind: 'days',
          from: '2026-06-21',
          to: '2026-06-21',
          kwh: -4.5,
          inTotal: true,
          reason: 'Counted twice',
        },
      },
    ]),
  );
});

test('where somebody else was first, it is said, and what was typed stays', async () => {
  const updateEnergyCorrection = new CallError('refused', {
    error: 'energyCorrectionChanged',
    message: 'Somebody else has changed this correction.',
  });
  const { user, inputs } = await renderPage(routes, { at, answers: { ...answers, updateEnergyCorrection } });
  await user.click(await screen.findByRole('button', { name: /^Change \+5/ }));
  const dialog = await screen.findByRole('dialog');
  await user.clear(within(dialog).getByLabelText('Amount in kWh'));
  await user.type(within(dialog).getByLabelText('Amount in kWh'), '7');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/Somebody else has changed this correction/)).toBeTruthy();
  expect((within(dialog).getByLabelText('Amount in kWh') as HTMLInputElement).value).toBe('7');
  expect(inputs('updateEnergyCorrection')[0]).toMatchObject({ body: { revision: 2, kwh: 7 } });
});

test('one is taken back after a look at what becomes of the figures, and stays as a trace', async () => {
  const removed = row({ id: 3, kwh: -2, removed: { at: Date.UTC(2026, 5, 22), by: 'Olaf' } });
  const listEnergyCorrections = [row(), removed];
  const { user, inputs } = await renderPage(routes, { at, answers: { ...answers, listEnergyCorrections } });
  expect(await screen.findByText(/Taken back by Olaf/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Take \+5/ }));
  const dialog = await screen.findByRole('dialog');
  expect(cellsOf(dialog, 'This month')).toEqual(['100.0 kWh', '95.0 kWh']);
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
  await waitFor(() =>
    expect(inputs('removeEnergyCorrection')).toEqual([
      { params: { id: 5, correctionId: 4 }, query: { revision: 2 } },
    ]),
  );
});

test('who may not edit sees the corrections and no way to change them; visitors see no words', async () => {
  const plantAuthority = { ...answers.plantAuthority, permissions: [] };
  const viewer = await renderPage(routes, { at, answers: { ...answers, plantAuthority } });
  expect(await screen.findByText('The meter was exchanged')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a correction' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  viewer.unmount();
  const listEnergyCorrections = [row({ reason: null, created: { at: 0, by: 'I***' } })];
  await renderPage(routes, { at, role: 'visitor', answers: { ...answers, listEnergyCorrections } });
  expect(await screen.findByText(/Added by I\*\*\*/)).toBeTruthy();
});

test('the list marks a corrected energy, and a click says what was measured', async () => {
  const correction = { today: 5, month: 5, year: 5, total: 5 };
  const one = mintStationRow({ id: 5, live: { ...live, correction } });
  const listStations = { rows: [one], page: 1, pageSize: 50, total: 1, counts: { normal: 1 } };
  const { user } = await renderPage(routes, {
    at: ADDRESSES.stations,
    answers: { listStations: listStations as never },
  });
  await user.click((await screen.findAllByRole('button', { name: 'corrected' }))[0]!);
  expect(await screen.findByText(/^Measured: 5.kWh/)).toBeTruthy();
  expect(screen.getByText(/^Added by people: \+5.kWh/)).toBeTruthy();
});
