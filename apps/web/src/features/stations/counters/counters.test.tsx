import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type CounterChoice } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/detail-layout.tsx';
import '../detail/about-tab.tsx';

const choice = (changes: Partial<CounterChoice> = {}): CounterChoice => ({
  id: 4,
  counter: 'dayCounter',
  from: '2026-06-01',
  reason: 'The lifetime counters lose digits',
  created: { at: Date.UTC(2026, 5, 21), by: 'Ina' },
  holds: true,
  ...changes,
});
const day = { day: '2026-06-20', generationMeter: null, gridMeter: null };
const compared = {
  inverters: 2,
  devices: { lifetimeCounter: 2, dayCounter: 1, generationMeter: 0, gridMeter: 0 },
  days: [{ ...day, lifetimeCounter: 110, dayCounter: 100, counted: 100 }],
};

const open = (answers: Answers = {}) =>
  renderPage(routes, {
    at: `${ADDRESSES.station}/about?id=5`,
    answers: {
      getStation: { ...mintStationDetail({ id: 5 }), today: '2026-06-21' },
      plantAuthority: { permissions: ['stations.edit' as const], by: 'own' as const, endsAt: null },
      listEnergyCorrections: [],
      listCounterChoices: { choices: [], counting: false, samplesSince: '2026-01-01' },
      chooseCounter: { id: 9 },
      compareCounters: compared,
      ...answers,
    },
  });
const card = () => screen.findByRole('region', { name: 'Which counter counts' });

test('counters stand side by side with how far they differ from what was counted', async () => {
  const { user } = await open();
  await user.click(within(await card()).getByRole('button', { name: 'Compare the last 30 days' }));
  const table = await screen.findByRole('table', {
    name: 'By each counter, days: 1. With so many inverters there are fewer than 30.',
  });
  expect(within(table).getAllByText(/^\+10/)).toHaveLength(2);
  expect(within(table).getByText('1 of 2 inverters')).toBeTruthy();
  expect(within(table).queryByText('Generation meter')).toBeNull();
  await expectAccessible();
});

test('a counter is chosen from a day on, with a reason, over the newest choice that was read', async () => {
  const { user, inputs } = await open({
    listCounterChoices: { choices: [choice()], counting: false, samplesSince: null },
  });
  const shown = await card();
  expect(within(shown).getByText('The lifetime counters lose digits')).toBeTruthy();
  await user.click(within(shown).getByRole('button', { name: 'Choose the counter' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: /^Generation meter/ }));
  await user.click(within(dialog).getByRole('radio', { name: 'From a day on' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It is calibrated');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('chooseCounter')).toEqual([
      {
        params: { id: 5 },
        body: { counter: 'generationMeter', from: '2026-06-21', reason: 'It is calibrated', newest: 4 },
      },
    ]),
  );
});

test('a counter that the station does not have is refused in words', async () => {
  const chooseCounter = new CallError('refused', {
    error: 'invalidInput',
    message: 'Check the fields.',
    fields: [{ path: 'body.counter', message: 'The station has no device with this counter.' }],
  });
  const { user } = await open({ chooseCounter });
  await user.click(within(await card()).getByRole('button', { name: 'Choose the counter' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('The station has no device with this counter.')).toBeTruthy();
});

test('it is said that energies are being summed again, and which choice holds no more', async () => {
  await open({
    listCounterChoices: {
      choices: [choice({ id: 5, from: null }), choice({ holds: false })],
      counting: true,
      samplesSince: null,
    },
  });
  expect(within(await card()).getByRole('status').textContent).toContain('being summed again');
  expect(screen.getByText(/no longer holds/)).toBeTruthy();
});
