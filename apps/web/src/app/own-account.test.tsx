import { type Account, ADDRESSES } from '@sunfleet/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { storedAppearance } from '../lib/appearance.ts';
import { storedLanguage } from '../lib/i18n/languages.ts';
import { storedPreferences } from '../lib/settings/preferences.ts';
import type { Answers } from '../test/fake-call.ts';
import { mintAccount, mintSession } from '../test/mint.ts';
import { renderPage } from '../test/render-page.tsx';
import { MustChangePage } from '../features/accounts/password/must-change-page.tsx';
import { closeNotice, getNotices } from '../ui/notice/notice-store.ts';
import { AccountKeeper } from './account-keeper.tsx';
import { RequireSession } from './require-session.tsx';
import { CancellationNote } from './shell/cancellation-note.tsx';
import { StartPage } from './start-page.tsx';

const settings = {
  language: 'de-DE' as const,
  appearance: 'dark' as const,
  temperatureUnit: 'fahrenheit' as const,
  currency: null,
  fleetClock: 'own' as const,
  weekStart: 7,
  startPage: 'alarms' as const,
};

afterEach(() => {
  for (const { id } of getNotices()) closeNotice(id);
  for (const stored of [storedAppearance, storedLanguage, storedPreferences]) stored.set(undefined);
});

const open = (answers: Answers = {}, account: Partial<Account> = {}, at = '/') =>
  renderPage(
    [
      {
        Component: RequireSession,
        children: [
          {
            path: '/',
            element: (
              <>
                <AccountKeeper />
                <CancellationNote />
                <StartPage />
              </>
            ),
          },
          {
            path: `${ADDRESSES.product}/devOps/*`,
            element: (
              <>
                <AccountKeeper />
                <CancellationNote />
                <p>page</p>
              </>
            ),
          },
        ],
      },
      { path: '/change_password', element: <MustChangePage /> },
    ],
    {
      answers: { personalInfo: mintAccount('owner', account), getSettings: settings, ...answers },
      at,
      session: mintSession({ account: mintAccount('owner', account) }),
    },
  );

test('the account begins with its own page, in its language and light', async () => {
  const { location } = await open();
  await screen.findByText('page');
  expect(location()).toBe(ADDRESSES.alarms);
  await waitFor(() => expect(storedLanguage.get()).toBe('de-DE'));
  expect(storedAppearance.get()).toBe('dark');
  expect(storedPreferences.get()).toEqual({
    temperatureUnit: 'fahrenheit',
    weekStart: 7,
    currency: null,
    fleetClock: 'own',
  });
});

test('a visitor has no settings and begins with the stations', async () => {
  const { location, inputs } = await open({}, { visitor: true });
  await screen.findByText('page');
  expect(location()).toBe(ADDRESSES.stations);
  expect(inputs('getSettings')).toEqual([]);
});

test('who goes elsewhere before the settings are there is not called back', async () => {
  const later = Promise.withResolvers<typeof settings>();
  const page = Promise.withResolvers<{ Component: () => React.ReactNode }>();
  const { location, user } = await renderPage(
    [
      {
        path: '/',
        element: (
          <>
            <AccountKeeper />
            <StartPage />
            <Link to="/elsewhere">Go</Link>
          </>
        ),
      },
      { path: '/elsewhere', lazy: () => page.promise },
      { path: `${ADDRESSES.product}/devOps/*`, element: <p>page</p> },
    ],
    { answers: { personalInfo: mintAccount('owner'), getSettings: () => later.promise }, role: 'owner' },
  );
  await user.click(screen.getByRole('link', { name: 'Go' }));
  later.resolve(settings);
  await waitFor(() => expect(storedAppearance.get()).toBe('dark'));
  await act(async () => page.resolve({ Component: () => <p>elsewhere</p> }));
  await screen.findByText('elsewhere');
  expect(location()).toBe('/elsewhere');
});

test('what is chosen in the header follows the account, once', async () => {
  const { inputs } = await open({ updateSettings: { ...settings, language: 'it-IT', appearance: 'light' } });
  await waitFor(() => expect(storedLanguage.get()).toBe('de-DE'));
  act(() => storedLanguage.set('it-IT'));
  act(() => storedAppearance.set('light'));
  await waitFor(() => expect(inputs('updateSettings')).toHaveLength(2));
  expect(inputs('updateSettings').map(({ body }) => body)).toEqual([
    { language: 'it-IT' },
    { appearance: 'light' },
  ]);
});

test('an account that is to be erased says so, and can be kept', async () => {
  const erased = { erasedAt: Date.UTC(2026, 11, 6, 12) };
  const answer = { coolingOffDays: 15, requestedAt: null, erasedAt: null, stations: [] };
  const lost = { sessions: 0, apiKeys: 0, passkeys: 0, grantsGiven: 0, grantsReceived: 0 };
  const { user } = await open(
    { keepAccount: { ...answer, lost, lastAdministratorOf: [] } },
    erased,
    ADDRESSES.alarms,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Dec 6, 2026');
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(getNotices().map(({ text }) => text)).toEqual(['Your account stays.']);
});

test('a given password is changed before anything else, also after a reload', async () => {
  const { location } = await open({}, { mustChangePassword: true }, `${ADDRESSES.alarms}?state=all`);
  await screen.findByLabelText('Current password');
  expect(location()).toBe(`/change_password?from=${encodeURIComponent(`${ADDRESSES.alarms}?state=all`)}`);
});

test('a password that was given while somebody was signed in is heard of, changed, and the way goes on', async () => {
  let given = true;
  const { user, location } = await open(
    {
      personalInfo: () => mintAccount('owner', { mustChangePassword: given }),
      changePassword: () => {
        given = false;
        return null;
      },
    },
    {},
    ADDRESSES.alarms,
  );
  await user.type(await screen.findByLabelText('Current password'), 'Given1234');
  await user.type(screen.getByLabelText('New password'), 'Sunny1day');
  await user.type(screen.getByLabelText('Repeat the new password'), 'Sunny1day{Enter}');
  await screen.findByText('page');
  expect(location()).toBe(ADDRESSES.alarms);
});
