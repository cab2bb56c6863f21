import { CallError } from '@sunfleet/api-client';
import { type Account, ADDRESSES, type Role } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Link, Outlet } from 'react-router';
import { expect, test } from 'vitest';
import type { Answers } from '../../../test/fake-call.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintOrganisationNode } from '../../../test/mint-people.ts';
import { mintAccount, mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes as stations } from '../routes.tsx';

const coast = mintOrganisationNode({ id: 4, name: 'Coast' });
const routes = [
  {
    element: (
      <>
        <Link to={ADDRESSES.stations}>Away</Link>
        <Outlet />
      </>
    ),
    children: [
      ...stations.filter(({ path }) => path?.endsWith('addPowerStation')),
      { path: ADDRESSES.stations, element: 'the list' },
      { path: `${ADDRESSES.station}/:tab`, element: 'its page' },
    ],
  },
];

const open = (answers: Answers = {}, who: { role?: Role; account?: Partial<Account>; at?: string } = {}) =>
  renderPage(routes, {
    at: who.at ?? ADDRESSES.addStation,
    session: mintSession({ account: mintAccount(who.role ?? 'owner', who.account) }),
    answers: {
      createStation: mintStationDetail({ id: 5 }),
      organisationTree: [mintOrganisationNode({ id: 3, name: 'Test organisation', children: [coast] })],
      ...answers,
    },
  });
const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes('draft'));
type Page = Awaited<ReturnType<typeof open>>;
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const create = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Create station' }));

async function fill({ user }: Page) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Barn');
  await user.type(field(/^Capacity/), '8,4');
  await user.type(field(/^Latitude/), '48.137');
  await user.type(field(/^Longitude/), '11.575');
}

test('name, capacity and place make a station; then its devices are next', async () => {
  const page = await open();
  await fill(page);
  expect(screen.getByText('8.4 kWp')).toBeTruthy();
  expect(screen.getByText('Of the place: Europe/Berlin')).toBeTruthy();
  await expectAccessible();
  await create(page);
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/device?id=5`));
  expect(page.inputs('createStation')[0]?.body).toMatchObject({
    name: 'Barn',
    type: 'residential',
    capacityKw: 8.4,
    latitude: 48.137,
    longitude: 11.575,
    elevation: null,
  });
  expect(page.inputs('createStation')[0]?.body).not.toHaveProperty('timeZone');
  expect(page.inputs('createStation')[0]?.body).not.toHaveProperty('organisationId');
  expect(drafts()).toEqual([]);
});

test('what is missing or wrong stands at its field, and nothing is sent', async () => {
  const page = await open();
  await page.user.type(await screen.findByRole('textbox', { name: /^Tilt/ }), '91');
  await page.user.type(field(/fed in/), '0.1');
  await create(page);
  for (const told of [
    'Enter a name.',
    /^Enter the capacity in kWp/,
    /^Latitude is a number/,
    /^Longitude is a number/,
    /^Enter the tilt/,
    'Choose the currency of the prices.',
    'Check the marked fields.',
  ])
    expect(screen.getByText(told)).toBeTruthy();
  expect(document.activeElement).toBe(field(/^Name/));
  expect(page.inputs('createStation')).toEqual([]);
  await expectAccessible();
});

test('a refusal stands at its field and nothing that was typed is lost, not even by loading the page anew', async () => {
  const refused = new CallError('refused', {
    error: 'invalidInput',
    fields: [{ path: 'body.address', message: 'Too far away.' }],
  });
  const page = await open({ createStation: refused });
  await fill(page);
  await page.user.type(field(/^Address/), 'Moon');
  await create(page);
  expect(await screen.findByText('Too far away.')).toBeTruthy();
  expect(document.activeElement).toBe(field(/^Address/));
  expect(drafts()).toHaveLength(1);
  page.unmount();
  await open();
  expect(await screen.findByDisplayValue('Barn')).toBeTruthy();
  expect(screen.getByDisplayValue('8,4')).toBeTruthy();
  expect(screen.getByDisplayValue('Moon')).toBeTruthy();
});

test('no connection is told, and the next try goes through', async () => {
  let tries = 0;
  const page = await open({
    createStation: () => {
      tries += 1;
      if (tries === 1) throw new CallError('offline');
      return mintStationDetail({ id: 5 });
    },
  });
  await fill(page);
  await create(page);
  expect((await screen.findByRole('alert')).textContent).toMatch(/No connection/);
  expect(screen.getByDisplayValue('Barn')).toBeTruthy();
  await create(page);
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/device?id=5`));
});

test('leaving asks while something is typed, and only then', async () => {
  const page = await open();
  const away = () => page.user.click(screen.getByText('Away'));
  await page.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Barn');
  await away();
  const question = await screen.findByRole('dialog');
  await page.user.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByDisplayValue('Barn')).toBeTruthy();
  await away();
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(page.location()).toBe(ADDRESSES.stations));
  expect(drafts()).toEqual([]);
  page.unmount();
  const fresh = await open();
  await screen.findByRole('textbox', { name: 'Name' });
  await fresh.user.click(screen.getByText('Away'));
  await waitFor(() => expect(fresh.location()).toBe(ADDRESSES.stations));
});

test('who manages several organisations chooses one by its way from the top', async () => {
  const page = await open({}, { role: 'organisationAdmin' });
  await fill(page);
  const choice = screen.getByRole('combobox', { name: 'Organisation' });
  await page.user.click(choice);
  await page.user.click(
    await screen.findByText('Test organisation › Coast', { selector: '.ant-select-item *' }),
  );
  await create(page);
  await waitFor(() => expect(page.inputs('createStation')[0]?.body).toMatchObject({ organisationId: 4 }));
});

test('who is in no organisation must choose one', async () => {
  const page = await open({}, { role: 'platformAdmin', account: { organisation: null } });
  await fill(page);
  await create(page);
  expect(screen.getByText('Choose the organisation that the station belongs to.')).toBeTruthy();
  expect(page.inputs('createStation')).toEqual([]);
});

test('the owner who is named is asked after the station is created; nobody is looked up', async () => {
  const page = await open(
    {
      handOverStation: {
        id: 1,
        as: 'owner',
        station: { id: 5, name: 'Barn' },
        from: 'Me',
        to: 'olga@example.test',
        createdAt: 0,
        expiresAt: 1,
      },
    },
    { role: 'installer' },
  );
  await fill(page);
  await page.user.type(field(/^Owner/), 'olga@example.test');
  await create(page);
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/device?id=5`));
  expect(page.inputs('handOverStation')).toEqual([
    { params: { id: 5 }, body: { account: 'olga@example.test' } },
  ]);
  expect(page.inputs('findUser')).toEqual([]);
});

test('an offer that fails leads to where it can be made again', async () => {
  const page = await open(
    {
      handOverStation: new CallError('offline'),
    },
    { role: 'installer' },
  );
  await fill(page);
  await page.user.type(field(/^Owner/), 'olga@example.test');
  await create(page);
  await waitFor(() => expect(page.location()).toBe(`${ADDRESSES.station}/authorize?id=5`));
  expect(page.inputs('createStation')).toHaveLength(1);
});

test('who may not create sees why', async () => {
  await open({}, { role: 'internalReadOnly' });
  expect(await screen.findByText('No permission')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
