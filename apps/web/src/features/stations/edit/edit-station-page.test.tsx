import { CallError } from '@sunfleet/api-client';
import {
  ADDRESSES,
  editStationAddress,
  type OfferedPermission,
  type StationDetail,
} from '@sunfleet/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintAccount, mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes as stations } from '../routes.tsx';

const routes = [
  ...stations.filter(({ path }) => path === ADDRESSES.editStation || path === ADDRESSES.editStationOld),
  { path: `${ADDRESSES.station}/:tab`, element: 'its page' },
];
const permissions: OfferedPermission[] = ['stations.view', 'stations.edit'];
const AT = Date.UTC(2026, 5, 21, 10);

beforeEach(() => sessionStorage.clear());

/** A server with one station, on which somebody else can save. */
async function open(answers: Answers = {}, at = editStationAddress(5)) {
  let stored: StationDetail = mintStationDetail({ capacityKw: 8.4, tilt: 30, version: 3 });
  const page = await renderPage(routes, {
    at,
    session: mintSession({ account: mintAccount('installer') }),
    answers: {
      getStation: () => stored,
      plantAuthority: { permissions, by: 'organisation', endsAt: null },
      editStation: () => stored,
      listStationEdits: [{ at: AT, by: 'Olga Berg', fields: ['tilt'] }],
      ...answers,
    },
  });
  return {
    ...page,
    /** Somebody else saves; `told`: the live stream says so. */
    async saves(changes: Partial<StationDetail>, told = true) {
      stored = { ...stored, ...changes, version: stored.version + 1 };
      if (told) await act(() => page.queryClient.invalidateQueries({ queryKey: ['getStation'] }));
    },
  };
}
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save changes' });

test('every field stands in the form; what was changed is saved over the version that was read', async () => {
  const page = await open();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Barn');
  expect(field(/^Capacity/).value).toBe('8.4');
  expect(save()).toHaveProperty('disabled', true);
  await page.user.clear(field(/^Tilt/));
  await page.user.type(field(/^Tilt/), '35');
  await page.user.type(field(/^Notes/), 'Ring twice.');
  expect(screen.getByText('2 fields changed')).toBeTruthy();
  await expectAccessible();
  await page.user.click(save());
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/about?id=5`));
  expect(page.inputs('editStation')).toMatchObject([
    {
      params: { id: 5 },
      body: { version: 3, tilt: 35, notes: 'Ring twice.', capacityKw: 8.4, azimuth: null },
    },
  ]);
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

test('the older address leads to it', async () => {
  const page = await open({}, `${ADDRESSES.editStationOld}?id=5`);
  await screen.findByRole('textbox', { name: 'Name' });
  expect(page.location()).toBe(editStationAddress(5));
});

test('what somebody else saves in other fields is shown at once, with who it was, and nothing typed is lost', async () => {
  const page = await open();
  await page.user.type(await screen.findByRole('textbox', { name: /^Notes/ }), 'Mine.');
  await page.saves({ tilt: 40 });
  expect(await screen.findByText(/Olga Berg saved on .*: Tilt/)).toBeTruthy();
  expect(field(/^Tilt/).value).toBe('40');
  expect(field(/^Notes/).value).toBe('Mine.');
  await page.user.click(save());
  await waitFor(() =>
    expect(page.inputs('editStation')[0]?.body).toMatchObject({ version: 4, tilt: 40, notes: 'Mine.' }),
  );
});

test('one’s own change that the live stream tells before the answer comes is nobody else’s', async () => {
  const answer = Promise.withResolvers<StationDetail>();
  const page = await open({ editStation: () => answer.promise });
  await page.user.clear(await screen.findByRole('textbox', { name: /^Tilt/ }));
  await page.user.type(field(/^Tilt/), '35');
  await page.user.click(save());
  await waitFor(() => expect(page.inputs('editStation')).toHaveLength(1));
  await page.saves({ tilt: 35 });
  // The page draws what it read a turn later.
  await act(() => new Promise((drawn) => setTimeout(drawn)));
  expect(screen.queryByText(/Olga Berg saved/)).toBeNull();
  await act(async () => answer.resolve(mintStationDetail({ tilt: 35, version: 4 })));
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/about?id=5`));
});

test('where both changed the same field both values stand there, and the choice is made before anything is saved', async () => {
  const page = await open();
  await page.user.clear(await screen.findByRole('textbox', { name: /^Tilt/ }));
  await page.user.type(field(/^Tilt/), '35');
  await page.saves({ tilt: 40, name: 'Shed' });
  const card = await screen.findByRole('alert');
  const tilt = within(card).getByRole('group', { name: /^Tilt/ });
  expect(within(tilt).getByText('40')).toBeTruthy();
  expect(within(tilt).getByText('35')).toBeTruthy();
  expect(save()).toHaveProperty('disabled', true);
  const goOn = within(card).getByRole('button', { name: 'Go on with this choice' });
  expect(goOn).toHaveProperty('disabled', true);
  expect(within(card).getByText('1 field is still to be chosen')).toBeTruthy();
  await expectAccessible();
  await page.user.click(within(tilt).getByRole('radio', { name: /Typed by you/ }));
  await page.user.click(goOn);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field(/^Tilt/).value).toBe('35');
  expect(field(/^Name/).value).toBe('Shed');
  await page.user.click(save());
  await waitFor(() =>
    expect(page.inputs('editStation')[0]?.body).toMatchObject({ version: 4, tilt: 35, name: 'Shed' }),
  );
});

test('a page that had not heard of it meets the refusal, and then the choice', async () => {
  let tries = 0;
  const page = await open({
    editStation: () => {
      tries += 1;
      if (tries === 1)
        throw new CallError('refused', { error: 'stationEdited', message: 'Olga Berg saved.' });
      return mintStationDetail();
    },
  });
  await page.user.clear(await screen.findByRole('textbox', { name: /^Tilt/ }));
  await page.user.type(field(/^Tilt/), '35');
  await page.saves({ tilt: 40 }, false);
  await page.user.click(save());
  const card = await screen.findByRole('group', { name: /^Tilt/ });
  await page.user.click(within(card).getByRole('radio', { name: /Saved now/ }));
  await page.user.click(screen.getByRole('button', { name: 'Go on with this choice' }));
  expect(field(/^Tilt/).value).toBe('40');
  expect(page.inputs('editStation')).toHaveLength(1);
});

test('a page loaded anew keeps what was typed and what it began with', async () => {
  const page = await open();
  await page.user.clear(await screen.findByRole('textbox', { name: /^Tilt/ }));
  await page.user.type(field(/^Tilt/), '35');
  page.unmount();
  const again = await open();
  await again.saves({ tilt: 40 });
  expect(await screen.findByRole('group', { name: /^Tilt/ })).toBeTruthy();
});

test('who sees the station by a grant that only looks cannot edit it', async () => {
  await open({ plantAuthority: { permissions: ['stations.view'], by: 'grant', endsAt: AT } });
  expect(await screen.findByText('No permission')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
