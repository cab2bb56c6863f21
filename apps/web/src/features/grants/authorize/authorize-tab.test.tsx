import { CallError } from '@sunfleet/api-client';
import type { HandOver, OfferedPermission, StationDetail } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import type { Answers } from '../../../test/fake-call.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintGrant, mintStationDetail, pageOf } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { stationTabs } from '../routes.tsx';

const tabOf = (station: StationDetail) => [{ element: <Outlet context={station} />, children: stationTabs }];
const all: OfferedPermission[] = ['stations.view', 'stations.grant', 'stations.share', 'audit.view'];
const look = {
  day: '2026-06-20',
  user: 'Test helper',
  organisation: 'Test service',
  by: 'grant' as const,
  firstAt: Date.UTC(2026, 5, 20, 8),
  lastAt: Date.UTC(2026, 5, 20, 9),
  views: 4,
  actions: 1,
};
const answers: Answers = {
  plantAuthority: { permissions: all, by: 'own', endsAt: null },
  queryGrants: ({ body }) => (body.direction === 'given' ? pageOf(mintGrant()) : pageOf()),
  accessLog: pageOf(look),
  listHandOvers: [],
};
const waiting: HandOver = {
  id: 1,
  as: 'owner',
  station: { id: 5, name: 'Barn' },
  from: 'Test account',
  to: 'owner@example.test',
  createdAt: Date.UTC(2026, 5, 1),
  expiresAt: Date.UTC(2026, 5, 8),
};
const open = (more: Answers = {}, station = mintStationDetail()) =>
  renderPage(tabOf(station), { at: '/authorize?id=5', answers: { ...answers, ...more } });

test('an owner sees grants and who looked by which way', async () => {
  const { inputs } = await open();
  expect(await screen.findByText('Own station')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Revoke' })).toBeTruthy();
  const row = (await screen.findByText('Test service')).closest('tr')!;
  expect(row.textContent).toMatch(/Jun 20, 2026.*Authorisation.*10:00.*11:00.*4.*1/);
  expect(inputs('plantAuthority')).toEqual([{ query: { id: 5, type: 1 } }]);
  await expectAccessible();
});

test('nobody is looked up before anything is given, and a refusal stands at the field', async () => {
  const refused = new CallError('refused', {
    error: 'invalidInput',
    fields: [{ path: 'body.to.account', message: 'This is too long.' }],
  });
  const { user, inputs } = await open({ createGrant: refused });
  await user.click(await screen.findByRole('button', { name: /Authorise/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Authorise for Barn')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Person'), 'helper');
  expect(within(dialog).getByText(/not told whether there is such an account/)).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Authorise' }));
  expect(await within(dialog).findByText('This is too long.')).toBeTruthy();
  expect(within(dialog).getByDisplayValue('helper')).toBeTruthy();
  expect(inputs('createGrant')[0]?.body).toMatchObject({
    object: { stationIds: [5] },
    to: { account: 'helper' },
    role: 'viewer',
  });
});

test('the station is handed over, and its installer changed by the owner', async () => {
  const { user, inputs } = await open({
    handOverStation: waiting,
    changeInstaller: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Hand over to a new owner' }));
  const offer = await screen.findByRole('dialog');
  await user.type(within(offer).getByLabelText('New owner'), 'owner@example.test');
  await user.click(within(offer).getByRole('button', { name: 'Offer' }));
  await waitFor(() =>
    expect(inputs('handOverStation')).toEqual([
      { params: { id: 5 }, body: { account: 'owner@example.test' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Change the installer' }));
  const change = await screen.findByRole('dialog');
  await user.click(within(change).getByRole('radio', { name: 'Nobody but the owner' }));
  await user.click(within(change).getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(inputs('changeInstaller')).toEqual([{ params: { id: 5 }, body: { organisationCode: null } }]),
  );
});

test('another installer is asked, and what waits for an answer is seen and taken back', async () => {
  const asked: HandOver = { ...waiting, id: 2, as: 'installer', to: 'FIRM' };
  const { user, inputs } = await open({
    changeInstaller: asked,
    listHandOvers: [waiting, asked],
    withdrawHandOver: null,
  });
  expect(await screen.findByText(/owner@example.test as the new owner until Jun 8, 2026/)).toBeTruthy();
  const row = screen.getByText(/FIRM as the installer until Jun 8, 2026/).closest('li')!;
  expect(inputs('listHandOvers')).toEqual([{ query: { stationId: 5 } }]);
  await expectAccessible();
  await user.click(within(row).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(inputs('withdrawHandOver')).toEqual([{ params: { id: 2 } }]));
  await user.click(screen.getByRole('button', { name: 'Change the installer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/has to accept within seven days/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Organisation code'), 'FIRM');
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(inputs('changeInstaller')).toEqual([{ params: { id: 5 }, body: { organisationCode: 'FIRM' } }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who was granted the station sees until when, and gives it back; nothing else is offered', async () => {
  await open({
    plantAuthority: { permissions: ['stations.view'], by: 'grant', endsAt: Date.UTC(2027, 0, 5, 9) },
    queryGrants: pageOf(mintGrant({ answerable: true, revocable: false })),
  });
  expect(await screen.findByText('Ends on Jan 5, 2027, 10:00 AM')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Give back' })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await expectAccessible();
});

test('an installer hands over but does not choose another installer; failures are told', async () => {
  const installer = await open({ plantAuthority: { permissions: all, by: 'organisation', endsAt: null } });
  expect(await screen.findByRole('button', { name: 'Hand over to a new owner' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change the installer' })).toBeNull();
  installer.unmount();
  await open({ plantAuthority: new CallError('offline') });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('opening a station to visitors says what they see and asks; a refusal is told, and it stays as it was', async () => {
  let tries = 0;
  const { user, inputs } = await open({
    shareStation: () => {
      tries += 1;
      if (tries === 1) throw new CallError('offline');
      return null;
    },
  });
  const switched = await screen.findByRole('switch', { name: 'Open to visitors' });
  expect(switched.getAttribute('aria-checked')).toBe('false');
  await user.click(switched);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/change nothing/)).toBeTruthy();
  expect(within(dialog).getByText(/hidden, serial numbers shortened/)).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('shareStation')).toEqual([]);
  await user.click(switched);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Open' }));
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toMatch(/No connection/);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('shareStation').at(-1)).toEqual({ params: { id: 5 }, body: { shared: true } });
});

test('a station is closed to visitors at once', async () => {
  const { user, inputs } = await open({ shareStation: null }, mintStationDetail({ shared: true }));
  await user.click(await screen.findByRole('switch', { name: 'Open to visitors', checked: true }));
  await waitFor(() =>
    expect(inputs('shareStation')).toEqual([{ params: { id: 5 }, body: { shared: false } }]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who may authorise but not share sees no switch', async () => {
  const permissions = all.filter((name) => name !== 'stations.share');
  await open({ plantAuthority: { permissions, by: 'organisation', endsAt: null } });
  expect(await screen.findByRole('button', { name: 'Hand over to a new owner' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});
