import { ADDRESSES, STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { RequireSession } from '../../app/require-session.tsx';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { renderPage } from '../../test/render-page.tsx';
import { EuropePage } from './europe-page.tsx';
import { JoinPage } from './join/join-page.tsx';
import { AgreementPage, PrivacyPage } from './legal/legal-page.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const routes: RouteObject[] = [
  { path: '/europePage', element: <EuropePage /> },
  { path: '/legal/agreement', element: <AgreementPage /> },
  { path: '/legal/privacy', element: <PrivacyPage /> },
  {
    Component: RequireSession,
    children: [
      { path: '/join', element: <JoinPage /> },
      { path: '/welcome', element: <WelcomePage /> },
    ],
  },
  { path: '*', element: <p>elsewhere</p> },
];

const nothing = Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])) as Record<
  StationStatus,
  number
>;

const answers: Answers = {
  listNodes: [],
  listStations: { total: 0, page: 1, pageSize: 1, rows: [], counts: nothing },
  legalVersions: { agreementVersion: '2026-11', privacyVersion: '2026-10' },
  previewInvite: {
    organisation: 'Sunny',
    role: 'installer',
    roleName: 'Roof crew',
    email: null,
    mobile: null,
    expiresAt: Date.UTC(2026, 11, 1),
  },
  joinOrganisation: null,
  getSettings: {
    language: null,
    appearance: 'system',
    temperatureUnit: 'celsius',
    currency: null,
    fleetClock: 'own' as const,
    weekStart: 1,
    startPage: 'stations',
  },
  updateSettings: {
    language: null,
    appearance: 'system',
    temperatureUnit: 'fahrenheit',
    currency: null,
    fleetClock: 'own' as const,
    weekStart: 1,
    startPage: 'stations',
  },
};

test.each([
  ['/legal/agreement', 'Service agreement', 'Version 2026-11'],
  ['/legal/privacy', 'Privacy policy', 'Version 2026-10'],
])('%s shows its text and version', async (at, title, version) => {
  await renderPage(routes, { answers, at, role: null });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(await screen.findByText(version)).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(6);
  await expectAccessible();
});

test('the European page tells where data stays and leads to the login', async () => {
  await renderPage(routes, { answers, at: '/europePage', role: null });
  expect(await screen.findAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/login');
  await expectAccessible();
});

test('an account joins by an invitation and signs in anew', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    answers,
    at: '/join?code=ABC',
    role: 'owner',
  });
  expect((await screen.findByText(/Sunny invites you/)).textContent).toContain('Roof crew');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await screen.findByText('elsewhere');
  expect(inputs('joinOrganisation')).toEqual([{ body: { code: 'ABC' } }]);
  expect(location()).toBe('/login?note=again');
});

test('an invitation that is over says so; a link without code too', async () => {
  const gone = new CallError('refused', { code: 40410, message: 'This invitation is over.' });
  const { unmount } = await renderPage(routes, {
    answers: { ...answers, previewInvite: gone },
    at: '/join?code=OLD',
    role: 'owner',
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation is over.');
  unmount();
  await renderPage(routes, { answers, at: '/join', role: 'owner' });
  expect(await screen.findByText('This link carries no invitation code')).toBeDefined();
});

test('visitors neither join nor set anything up', async () => {
  const { unmount } = await renderPage(routes, { answers, at: '/join?code=ABC', role: 'visitor' });
  expect(await screen.findByText('No permission')).toBeDefined();
  unmount();
  await renderPage(routes, { answers, at: '/welcome', role: 'visitor' });
  expect(await screen.findByText('No permission')).toBeDefined();
});

test('the first steps set units, and can be skipped', async () => {
  const { user, inputs } = await renderPage(routes, { answers, at: '/welcome', role: 'owner' });
  await user.selectOptions(await screen.findByLabelText('Temperatures in'), 'Degrees Fahrenheit (°F)');
  expect(inputs('updateSettings')).toEqual([{ body: { temperatureUnit: 'fahrenheit' } }]);
  expect(screen.getByRole('link', { name: 'Set up a second factor' }).getAttribute('href')).toBe(
    `${ADDRESSES.account}?tab=security`,
  );
  expect(screen.getByRole('link', { name: 'Import data' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add a station' }).getAttribute('href')).toBe(ADDRESSES.firstSteps);
  await expectAccessible();
  await user.click(screen.getByRole('link', { name: 'Skip' }));
  expect(await screen.findByText('elsewhere')).toBeDefined();
});

test('who may not create a station is told to wait for access', async () => {
  await renderPage(routes, { answers, at: '/welcome', role: 'serviceProvider' });
  expect(await screen.findByText(/as soon as somebody gives you access/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Add a station' })).toBeNull();
});
