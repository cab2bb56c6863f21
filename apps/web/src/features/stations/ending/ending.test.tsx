import { CallError } from '@sunfleet/api-client';
import {
  ADDRESSES,
  type EndedStation,
  type OfferedPermission,
  stationAddress,
  type StationEnding,
} from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const DAY = 86_400_000;
const all: OfferedPermission[] = ['stations.view', 'stations.edit', 'stations.delete'];
const ending = (changes: Partial<StationEnding> = {}): StationEnding => ({
  devices: 3,
  open: [],
  byTwo: false,
  asked: null,
  ...changes,
});
const ended: EndedStation = {
  id: 5,
  name: 'Barn',
  type: 'commercial',
  capacityKw: 100,
  organisation: 'North Solar',
  endedAt: Date.now() - 2 * DAY,
  endedBy: 'Olga Berg',
  goneAt: Date.now() + 27.5 * DAY,
};

// Parts are loaded when they are first opened, which takes longer than a test waits on a busy machine.
beforeAll(() => Promise.all([import('../detail/detail-layout.tsx'), import('../detail/about-tab.tsx')]));
beforeEach(() => sessionStorage.clear());

const open = (answers: Answers = {}, at = stationAddress(5, 'about')) =>
  renderPage(routes, {
    at,
    role: 'installer',
    answers: {
      getStation: mintStationDetail({ type: 'commercial' }),
      plantAuthority: { permissions: all, by: 'organisation', endsAt: null },
      getStationEnding: ending(),
      endStation: { ended: true },
      listEndedStations: [ended],
      organisationTree: [],
      restoreStation: null,
      ...answers,
    },
  });
type Page = Awaited<ReturnType<typeof open>>;
async function ask({ user }: Page) {
  await user.click(await screen.findByRole('button', { name: 'End station' }));
  return screen.findByRole('dialog');
}

test('a station ends once its name is typed, and the list of ended ones is next', async () => {
  const page = await open();
  const dialog = await ask(page);
  await within(dialog).findByText(/its devices \(3\) disappear/);
  const confirm = within(dialog).getByRole('button', { name: 'End station' });
  expect(confirm).toHaveProperty('disabled', true);
  await page.user.type(within(dialog).getByLabelText('Type “Barn” to confirm'), 'Barn');
  await page.user.click(confirm);
  await waitFor(() => expect(page.location()).toBe(ADDRESSES.endedStations));
  expect(page.inputs('endStation')).toEqual([{ params: { id: 5 }, body: { name: 'Barn' } }]);
});

test('what is open is named, and nothing can be typed', async () => {
  const open_ = [
    { kind: 'import' as const, name: 'march.csv' },
    { kind: 'handOver' as const, name: 'o***@example.test' },
  ];
  const dialog = await ask(await open({ getStationEnding: ending({ open: open_ }) }));
  await within(dialog).findByText('Import of march.csv');
  within(dialog).getByText('Hand-over to o***@example.test');
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'End station' })).toHaveProperty('disabled', true);
});

test('a refusal stands in the dialog', async () => {
  const page = await open({
    endStation: new CallError('refused', { error: 'stationInUse', message: 'March is open.' }),
  });
  const dialog = await ask(page);
  await page.user.type(await within(dialog).findByLabelText('Type “Barn” to confirm'), 'Barn');
  await page.user.click(within(dialog).getByRole('button', { name: 'End station' }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
});

test('the second person sees who asked and agrees or declines', async () => {
  const asked = { by: 'Ina', at: Date.now(), own: false };
  const page = await open({ getStationEnding: ending({ byTwo: true, asked }), cancelStationEnding: null });
  await screen.findByText(/^Ina asked on/);
  await page.user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(page.inputs('cancelStationEnding')).toEqual([{ params: { id: 5 } }]);
  await page.user.click(screen.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('who may only look finds none of it', async () => {
  await open({ plantAuthority: { permissions: ['stations.view'], by: 'grant', endsAt: Date.now() + DAY } });
  await screen.findByText('Basics');
  for (const name of ['Edit', 'End station']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('ended stations say how long they can be restored, and come back', async () => {
  const page = await open({}, ADDRESSES.endedStations);
  await screen.findByText('Days left: 28');
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Restore Barn' }));
  expect(page.inputs('restoreStation')).toEqual([{ params: { id: 5 } }]);
});

test('a copy fills the form of a new station, without the days of the other one', async () => {
  const from = mintStationDetail({
    tilt: 30,
    installedOn: '2020-01-01',
    gridConnectedOn: '2020-02-01',
    notes: 'Ring.',
  });
  const page = await open({ getStation: from });
  await page.user.click(await screen.findByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.addStation}?copy=5`));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Copy of Barn');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Tilt/ }).value).toBe('30');
  for (const label of ['Installed on', 'Connected to the grid on'])
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
});
