import { ADDRESSES, type HandOver } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintGrant, pageOf } from '../../../test/mint-access.ts';
import { mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = ADDRESSES.authorizations;
const offer: HandOver = {
  id: 4,
  as: 'owner',
  station: { id: 8, name: 'Mill' },
  from: 'Test installer',
  to: 'Test account',
  createdAt: Date.UTC(2026, 5, 1),
  expiresAt: Date.UTC(2026, 5, 8),
};

test('given grants stand with whom, what and how long, and are revoked after a question', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { queryGrants: pageOf(mintGrant()), revokeGrant: mintGrant({ state: 'revoked' }) },
  });
  const row = (await screen.findByText('Test helper')).closest('tr')!;
  expect(row.textContent).toContain('Operator');
  expect(row.textContent).toContain('Jan 5, 2026 – Jan 5, 2027');
  expect(inputs('queryGrants')[0]).toEqual({ body: { direction: 'given', page: 1, pageSize: 20 } });
  await expectAccessible();
  await user.click(within(row).getByRole('button', { name: 'Revoke' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Test helper loses access at once');
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(inputs('revokeGrant')).toEqual([{ params: { id: 1 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a period is shown with the last day it holds, not with the midnight it ends at', async () => {
  const grant = mintGrant({ beginsAt: +new Date(2026, 10, 21), endsAt: +new Date(2026, 10, 28) });
  await renderPage(routes, { at: AT, answers: { queryGrants: pageOf(grant) } });
  const row = (await screen.findByText('Test helper')).closest('tr')!;
  expect(row.textContent).toContain('Nov 21, 2026 – Nov 27, 2026');
});

test('received grants are accepted, declined or given back; offered stations taken over', async () => {
  const rows = [
    mintGrant({ id: 1, state: 'pending', answerable: true, revocable: false, answeredAt: null }),
    mintGrant({ id: 2, state: 'active', answerable: true, revocable: false }),
  ];
  const { user, inputs, location } = await renderPage(routes, {
    at: AT,
    answers: {
      queryGrants: pageOf(...rows),
      listHandOvers: [offer],
      acceptGrant: rows[1]!,
      declineGrant: rows[0]!,
      acceptHandOver: null,
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Received' }));
  expect(location()).toBe(`${AT}?direction=received`);
  expect(await screen.findByText('Mill')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(inputs('acceptGrant')).toEqual([{ params: { id: 1 } }]));
  await user.click(screen.getByRole('button', { name: 'Give back' }));
  const question = await screen.findByRole('dialog');
  await expectAccessible();
  await user.click(within(question).getByRole('button', { name: 'Give back' }));
  await waitFor(() => expect(inputs('declineGrant')).toEqual([{ params: { id: 2 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  const taking = await screen.findByRole('dialog');
  expect(taking.textContent).toContain('You will own the station');
  await user.click(within(taking).getByRole('button', { name: 'Take over' }));
  await waitFor(() => expect(inputs('acceptHandOver')).toEqual([{ params: { id: 4 } }]));
});

test('a station that an organisation shall look after says so, and until when, before it is taken', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}?direction=received`,
    answers: {
      queryGrants: pageOf(),
      listHandOvers: [{ ...offer, as: 'installer' }],
      acceptHandOver: null,
    },
  });
  const row = (await screen.findByText('Mill')).closest('li')!;
  expect(row.textContent).toContain('Your organisation looks after it · Answer by Jun 8, 2026');
  await user.click(within(row).getByRole('button', { name: 'Take over' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('in your lists, figures and alarms');
  await expectAccessible();
  await user.click(within(question).getByRole('button', { name: 'Take over' }));
  await waitFor(() => expect(inputs('acceptHandOver')).toEqual([{ params: { id: 4 } }]));
});

test('many stations are granted at once to an organisation by its code', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      queryGrants: pageOf(),
      listStations: {
        ...pageOf(mintStationRow({ id: 1, name: 'Barn' }), mintStationRow({ id: 2, name: 'Mill' })),
        counts: {} as never,
      },
      createGrant: mintGrant(),
    },
  });
  await user.click(await screen.findByRole('button', { name: /Authorise/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Authorise' }));
  expect(within(dialog).getByText('Choose at least one station.')).toBeTruthy();
  expect(within(dialog).getByText('Enter who is to be authorised.')).toBeTruthy();
  const stations = within(dialog).getByRole('combobox', { name: 'Stations' });
  await user.click(stations);
  await user.click(await screen.findByText('Barn', { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByText('Mill', { selector: '.ant-select-item-option-content' }));
  await user.click(within(dialog).getByRole('radio', { name: 'An organisation' }));
  await user.type(within(dialog).getByLabelText('Organisation code'), 'SERVICE');
  await user.click(within(dialog).getByRole('radio', { name: /Operator/ }));
  await user.click(within(dialog).getByRole('button', { name: '1 week' }));
  await user.click(within(dialog).getByRole('button', { name: 'Authorise' }));
  await waitFor(() =>
    expect(inputs('createGrant')[0]?.body).toMatchObject({
      object: { stationIds: [1, 2] },
      to: { organisationCode: 'SERVICE' },
      role: 'operator',
    }),
  );
  const { endsAt } = inputs('createGrant')[0]!.body;
  expect(endsAt - Date.now()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an owner only receives and gives own stations; others only receive; visitors see nothing', async () => {
  const service = await renderPage(routes, {
    at: AT,
    role: 'serviceProvider',
    answers: { queryGrants: pageOf(), listHandOvers: [] },
  });
  expect(await screen.findByText('Nothing received')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByRole('button', { name: /Authorise/ })).toBeNull();
  service.unmount();
  const failing = await renderPage(routes, { at: AT, answers: { queryGrants: new CallError('offline') } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  failing.unmount();
  await renderPage(routes, { at: AT, role: 'visitor' });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
