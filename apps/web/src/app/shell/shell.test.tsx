import { type Account, ADDRESSES, type Found, type Role, searchAddress } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { storedAppearance } from '../../lib/appearance.ts';
import { storedLanguage } from '../../lib/i18n/languages.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintGrant } from '../../test/mint-access.ts';
import { mintAccount, mintSession } from '../../test/mint.ts';
import { narrowScreen } from '../../test/narrow-screen.ts';
import { renderPage } from '../../test/render-page.tsx';
import { violations } from '../../test/violations.ts';
import { NotFound } from '../not-found.tsx';
import { RequireSession } from '../require-session.tsx';
import { screenOf } from './screens.tsx';
import { Shell } from './shell.tsx';

const noAlarms = {
  total: 0,
  page: 1,
  pageSize: 1,
  rows: [],
  counts: { tip: 0, general: 0, emergency: 0 },
  more: { total: false, counts: false },
};
const STATIONS = ADDRESSES.stations;

const routes: RouteObject[] = [
  { path: '/login', element: <p>login page</p> },
  {
    Component: RequireSession,
    children: [
      {
        Component: Shell,
        children: [
          { path: STATIONS, element: <h1>stations page</h1> },
          { path: `${ADDRESSES.station}/overview`, element: <h1>station page</h1> },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

const open = (options: { role?: Role | null; at?: string; answers?: Answers } = {}) =>
  renderPage(routes, { at: STATIONS, ...options, answers: { listAlarms: noAlarms, ...options.answers } });

afterEach(() => {
  storedAppearance.set(undefined);
  storedLanguage.set(undefined);
});

const menu = () => screen.findByRole('navigation', { name: 'Main menu' });

test('the menu offers what the role may see and marks where one is', async () => {
  await open({ role: 'organisationAdmin' });
  const links = within(await menu()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Power stations',
    'Overview',
    'Alarms',
    'Devices',
    'Instructions',
    'Firmware library',
    'Data import',
    'Organisation',
    'Roles and permissions',
    'Authorisations',
    'Labels',
    'Tariffs',
    'Modules and inverters',
    'Tasks',
    'SIM cards',
    'Audit log',
    'Commands',
    'Decoder',
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current')).map((link) => link.textContent)).toEqual([
    'Power stations',
  ]);
});

test.each([
  [ADDRESSES.uploadItems, 'devices'],
  [ADDRESSES.connectedDevices, 'devices'],
  [ADDRESSES.customPoints, 'devices'],
  [ADDRESSES.endedStations, 'stations'],
  [ADDRESSES.firstSteps, 'stations'],
  [ADDRESSES.apiConsole, 'tools'],
  [ADDRESSES.account, undefined],
])('a page that the menu does not name is marked where it belongs: %s', (path, screen) => {
  expect(screenOf(path)).toBe(screen);
});

const withViews = (changes: Partial<Account>) =>
  renderPage(routes, {
    at: STATIONS,
    session: mintSession({ account: mintAccount('internalReadOnly', changes) }),
    answers: { listAlarms: noAlarms },
  });

test('a menu that the role hides is gone, and its address is closed', async () => {
  await withViews({ views: ['alarms', 'organisation'] });
  const links = within(await menu()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Alarms', 'Organisation']);
  expect(screen.getByText('No permission')).toBeDefined();
  expect(screen.queryByText('stations page')).toBeNull();
});

test('a page that other screens lead to stays open, and so does one that is shown', async () => {
  const { unmount } = await withViews({ views: ['stations'] });
  expect(await screen.findByText('stations page')).toBeDefined();
  unmount();
  const account = mintAccount('internalReadOnly', { views: ['alarms'] });
  await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=4`,
    session: mintSession({ account }),
    answers: { listAlarms: noAlarms },
  });
  expect(await screen.findByText('station page')).toBeDefined();
});

test('a custom role is called by its own name', async () => {
  const { user } = await withViews({ roleName: 'Night watch' });
  await user.click(await screen.findByRole('button', { name: /^Account of/ }));
  expect(await screen.findByText(/Night watch/)).toBeDefined();
});

test('a visitor sees no administration, and reads that names are masked', async () => {
  await open({ role: 'visitor' });
  expect(within(await menu()).queryByRole('link', { name: 'Data import' })).toBeNull();
  expect(screen.getByRole('note').textContent).toContain('masked');
});

test('a custom role hides menus, and what waits for an answer is counted', async () => {
  const account = mintAccount('organisationAdmin', { views: ['stations', 'permissions'] });
  const rows = [mintGrant({ state: 'pending', answerable: true, revocable: false })];
  const { inputs } = await renderPage(routes, {
    at: STATIONS,
    session: mintSession({ account }),
    answers: {
      listAlarms: noAlarms,
      queryGrants: { total: 70, page: 1, pageSize: 1, rows },
      listHandOvers: [],
    },
  });
  const links = within(await menu()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    STATIONS,
    ADDRESSES.roles,
    ADDRESSES.authorizations,
    ADDRESSES.components,
  ]);
  expect(await screen.findByText('Waiting for your answer: 70')).toBeTruthy();
  // Each of them names up to a thousand stations.
  expect(inputs('queryGrants')[0]).toMatchObject({ body: { answerable: true, pageSize: 1 } });
});

const personally = (at: string, waiting: boolean) => {
  const rows = waiting ? [mintGrant({ state: 'pending', answerable: true, revocable: false })] : [];
  return renderPage(routes, {
    at,
    session: mintSession({ account: mintAccount('owner', { accountType: 'personal' }) }),
    answers: {
      listAlarms: noAlarms,
      queryGrants: { total: rows.length, page: 1, pageSize: 50, rows },
      listHandOvers: [],
    },
  });
};

test('the personal edition does without audit log, labels, authorisations and import', async () => {
  const { inputs, unmount } = await personally(STATIONS, false);
  await waitFor(() => expect(inputs('listHandOvers')).not.toHaveLength(0));
  const links = within(await menu()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'My station',
    'Power stations',
    'Overview',
    'Alarms',
    'Devices',
    'Tariffs',
  ]);
  unmount();
  for (const at of [ADDRESSES.audit, ADDRESSES.labels, ADDRESSES.imports]) {
    const page = await personally(at, false);
    expect(await screen.findByText('Part of the professional edition')).toBeTruthy();
    const way = screen.getByRole('link', { name: 'Change the edition' });
    expect(way.getAttribute('href')).toBe(`${ADDRESSES.account}?tab=type`);
    page.unmount();
  }
});

test('an offer to a personal account brings the authorisations into its menu until it is answered', async () => {
  await personally(STATIONS, true);
  const link = await within(await menu()).findByRole('link', { name: /^Authorisations/ });
  expect(link.getAttribute('href')).toBe(ADDRESSES.authorizations);
});

test('a station’s page belongs to the stations', async () => {
  await open({ at: `${ADDRESSES.station}/overview?id=4` });
  const link = within(await menu()).getByRole('link', { name: 'Power stations' });
  expect(link.getAttribute('aria-current')).toBe('page');
});

test('who is not signed in goes to the login and keeps the way back', async () => {
  const { location } = await open({ role: null, at: `${STATIONS}?status=offline` });
  await screen.findByText('login page');
  expect(location()).toBe(`/login?from=${encodeURIComponent(`${STATIONS}?status=offline`)}`);
});

test('signing out ends the session at once and tells the server', async () => {
  const { user, inputs, location } = await open({ answers: { logout: null } });
  await user.click(await screen.findByRole('button', { name: /^Account of/ }));
  await user.click(await screen.findByText('Sign out'));
  await screen.findByText('login page');
  expect(location()).toBe('/login');
  expect(inputs('logout')).toHaveLength(1);
  expect(sessionStorage.getItem('sunfleet.session')).toBeNull();
});

test('an address without a page says so and leads on', async () => {
  await open({ at: '/nowhere' });
  expect(await screen.findByText('This page does not exist')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the stations' })).toBeDefined();
});

test('open emergencies stand in the title', async () => {
  const { unmount } = await open({ answers: { listAlarms: { ...noAlarms, total: 3 } } });
  await waitFor(() => expect(document.title).toMatch(/^\(3\) ⚠/));
  unmount();
  expect(document.title).not.toContain('⚠');
});

test('dark, light and language are chosen in the header', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Appearance: As the system' }));
  await user.click(await screen.findByText('Dark'));
  expect(storedAppearance.get()).toBe('dark');
  await user.click(screen.getByRole('button', { name: /^Language:/ }));
  await user.click(await screen.findByText('Deutsch'));
  expect(storedLanguage.get()).toBe('de-DE');
});

test('on a phone the daily screens are within reach and the rest is in the drawer', async () => {
  narrowScreen();
  const { user } = await open();
  const bar = await screen.findByRole('navigation', { name: 'Daily screens' });
  expect(
    within(bar)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Stations', 'Overview', 'Alarms', 'Devices']);
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(within(await menu()).getByRole('link', { name: 'Data import' })).toBeDefined();
});

test('the search finds whatever has a name, opens by key, and offers what was opened lately', async () => {
  const found: Found = {
    stations: [
      {
        id: 4,
        name: 'Power House',
        status: 'normal',
        town: 'Toledo',
        address: null,
        organisation: null,
        favourite: false,
        near: false,
        alike: [],
      },
      {
        id: 5,
        name: 'Pow Wow',
        status: 'normal',
        town: null,
        address: null,
        organisation: 'Wow Works',
        favourite: false,
        near: true,
        alike: ['Pow'],
      },
    ],
    devices: [
      { id: 9, sn: 'POW0001', name: null, model: 'SG8', kind: 'inverter', station: { id: 4, name: 'Roof' } },
    ],
    alarms: [
      {
        id: 3,
        level: 'general',
        textKey: 'faults.platform.offline',
        code: 'offline',
        station: { id: 4, name: 'Power House', timeZone: 'UTC' },
        beganAt: 0,
      },
    ],
    people: [{ id: 7, name: 'Pow', contact: 'pow@example.test', organisation: 'Wow Works' }],
    organisations: [{ id: 8, name: 'Powwow', code: 'POW' }],
    labels: [{ id: 2, name: 'Powder', color: '#0055AA' }],
  };
  const { user, inputs, location } = await open({ answers: { findAll: found } });
  await screen.findByText('stations page');
  const type = async (text: string) => {
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox');
    if (text) await user.type(box, text);
  };
  const names = () => screen.getAllByRole('option').map((option) => option.textContent);
  await type('pow');
  await screen.findByRole('option', { name: /Power House.*Toledo/ });
  expect(names()).toEqual([
    'Power HouseToledo',
    'Pow Wowsimilar name · Wow Works',
    'POW0001SG8 · Roof',
    expect.stringMatching(/Power House$/),
    'Powpow@example.test · Wow Works',
    'PowwowPOW',
    'PowderStations',
    'Power stations',
    'All results for “pow”',
  ]);
  expect(document.querySelectorAll('[role="option"] mark')).toHaveLength(10);
  expect(inputs('findAll').at(-1)).toEqual({ query: { q: 'pow' } });
  await user.keyboard('{ArrowUp}{ArrowDown}{Enter}');
  await screen.findByText('station page');
  expect(location()).toBe(`${ADDRESSES.station}/overview?id=4`);
  await type('');
  await waitFor(() => expect(names()[0]).toBe('Power HouseToledo'));
  expect(screen.getByRole('group', { name: 'Opened lately' })).toBeDefined();
  await user.type(screen.getByRole('combobox'), 'secu');
  await waitFor(() => expect(names()).toContain('SecurityAccount settings'));
  await user.clear(screen.getByRole('combobox'));
  await user.type(screen.getByRole('combobox'), ' pow ');
  await screen.findByRole('option', { name: /^All results/ });
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(location()).toBe(searchAddress('pow')));
});

test('has no accessibility violations', async () => {
  const { container } = await open();
  await menu();
  expect(await violations(container)).toEqual([]);
});
