import { CallError, type OutputOf } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '@sunfleet/contract';
import { Account as Page } from '../../../app/pages/account.tsx';
import { RequireSession } from '../../../app/require-session.tsx';
import { storedAppearance } from '../../../lib/appearance.ts';
import { storedLanguage } from '../../../lib/i18n/languages.ts';
import { storedPreferences } from '../../../lib/settings/preferences.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintAccount, mintSession } from '../../../test/mint.ts';
import { narrowScreen } from '../../../test/narrow-screen.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { closeNotice, getNotices } from '../../../ui/notice/notice-store.ts';

const AT = Date.UTC(2026, 10, 1, 12);

const security: OutputOf<'security'> = {
  weakPassword: false,
  passwordChangedAt: AT,
  totp: false,
  recoveryCodesLeft: 0,
  passkeys: [],
};
const settings: OutputOf<'getSettings'> = {
  language: null,
  appearance: 'system',
  temperatureUnit: 'celsius',
  currency: null,
  fleetClock: 'own' as const,
  weekStart: 1,
  startPage: 'stations',
};

const open = (tab: string, answers: Answers = {}, account: Partial<Account> = {}) =>
  renderPage(
    [
      {
        Component: RequireSession,
        children: [{ path: '/account', element: <Page /> }],
      },
      { path: '/login', element: <p>login page</p> },
    ],
    {
      answers: {
        security,
        getSettings: settings,
        updateSettings: settings,
        sendValidateCode: { resendAfterSeconds: 60, validForSeconds: 600, delivery: 'sent' },
        ...answers,
      },
      at: `/account?tab=${tab}`,
      session: mintSession({ account: mintAccount('owner', account) }),
    },
  );

afterEach(() => {
  for (const { id } of getNotices()) closeNotice(id);
  for (const stored of [storedAppearance, storedLanguage, storedPreferences]) stored.set(undefined);
});

const storedAccount = () =>
  (JSON.parse(sessionStorage.getItem('sunfleet.session')!) as { account: Account }).account;

describe('the page', () => {
  test('keeps its tab in the address', async () => {
    const { user, location } = await open('profile');
    await user.click(await screen.findByRole('link', { name: 'Security' }));
    await screen.findByText('Second factor');
    expect(location()).toBe('/account?tab=security');
  });

  test('is one choice on a phone', async () => {
    narrowScreen();
    const { user, location } = await open('profile');
    await user.selectOptions(await screen.findByLabelText('Account settings'), 'Settings');
    await screen.findByLabelText('Appearance');
    expect(location()).toBe('/account?tab=settings');
  });

  test('is not for visitors, and keys are for those who may have some', async () => {
    const { unmount } = await open('profile', {}, { visitor: true });
    expect(await screen.findByText('No permission')).toBeDefined();
    unmount();
    await open('keys', {}, { permissions: [] });
    await screen.findByRole('link', { name: 'Profile', current: 'page' });
    expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull();
  });
});

describe('profile', () => {
  test('names are changed here and in the session', async () => {
    const changed = mintAccount('owner', { name: 'Ana' });
    const { user, inputs } = await open('profile', { updateInfo: changed });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    expect(screen.getByText('Enter a name.')).toBeDefined();
    await user.type(name, 'Ana{Enter}');
    await waitFor(() => expect(storedAccount().name).toBe('Ana'));
    expect(inputs('updateInfo')).toEqual([{ body: { name: 'Ana' } }]);
    await expectAccessible();
  });

  test('a new phone number needs the code that was sent to it', async () => {
    const changed = mintAccount('owner', { mobile: '+4930123456' });
    const { user, inputs } = await open('profile', { updateInfo: changed });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(screen.getByLabelText('New phone number').getAttribute('aria-invalid')).toBe('true');
    await user.type(screen.getByLabelText('New phone number'), '+4930123456');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText(/^A code is on its way to \+4930123456/)).toBeDefined();
    await user.type(screen.getByLabelText('Verification code'), '123456{Enter}');
    expect(await screen.findByText('+4930123456')).toBeDefined();
    expect(inputs('sendValidateCode')).toEqual([
      { body: { mobile: '+4930123456', validateType: 'changeContact' } },
    ]);
    expect(inputs('updateInfo')).toEqual([{ body: { mobile: '+4930123456', validateCode: '123456' } }]);
  });
});

describe('security', () => {
  test('a weak password is told and changed', async () => {
    const { user, inputs } = await open('security', {
      security: { ...security, weakPassword: true },
      changePassword: null,
    });
    expect(await screen.findByText(/^Your password is older/)).toBeDefined();
    await user.type(screen.getByLabelText('Current password'), 'old');
    await user.type(screen.getByLabelText('New password'), 'Sunny1day');
    await user.type(screen.getByLabelText('Repeat the new password'), 'Sunny1day{Enter}');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toHaveLength(1));
    expect(inputs('changePassword')).toEqual([{ body: { oldPassword: 'old', password: 'Sunny1day' } }]);
    expect(screen.getByLabelText('New password')).toHaveProperty('value', '');
  });

  test('the second factor is turned on with a first code, and its recovery codes are shown', async () => {
    const { user, inputs } = await open('security', {
      startTotp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
      confirmTotp: { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] },
    });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(screen.getAllByLabelText('Current password')[1]!, 'secret');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeDefined();
    await expectAccessible();
    await user.type(screen.getByLabelText('Code of six digits'), '123456{Enter}');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(writeText).toHaveBeenCalledWith('aaaa-1111\nbbbb-2222\n');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(inputs('startTotp')).toEqual([{ body: { password: 'secret' } }]);
    expect(inputs('confirmTotp')).toEqual([{ body: { code: '123456' } }]);
    await waitFor(() => expect(inputs('security').length).toBeGreaterThan(1));
  });

  test('the second factor is turned off by the password; few codes left are told', async () => {
    const wrong = new CallError('refused', { code: 40022, message: 'The password is wrong.' });
    const { user } = await open('security', {
      security: { ...security, totp: true, recoveryCodesLeft: 2 },
      disableTotp: wrong,
    });
    expect(await screen.findByText('Recovery codes left: 2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    await user.type(screen.getAllByLabelText('Current password')[1]!, 'secret{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
  });

  test('a passkey is removed after a question; without the browser’s help none is added', async () => {
    const passkey = { id: 5, name: 'Laptop', createdAt: AT, lastUsedAt: null };
    const { user, inputs } = await open('security', {
      security: { ...security, passkeys: [passkey] },
      removePasskey: null,
    });
    expect(await screen.findByText(/offers no passkeys here/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove: Laptop' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(inputs('removePasskey')).toEqual([{ params: { id: 5 } }]));
  });
});

test('sessions are listed, and others signed out', async () => {
  const row = { createdAt: AT, lastSeenAt: AT, address: '192.0.2.1', remember: true };
  const { user, inputs } = await open('sessions', {
    listSessions: [
      { ...row, id: 1, current: true, browser: 'Chrome 148', system: 'Windows' },
      { ...row, id: 2, current: false, browser: null, system: null },
    ],
    endSession: null,
    endOtherSessions: { ended: 1 },
  });
  expect(await screen.findByText('This session')).toBeDefined();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Sign out: Unknown browser' }));
  await waitFor(() => expect(inputs('endSession')).toEqual([{ params: { id: 2 } }]));
  await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(inputs('endOtherSessions')).toHaveLength(1));
});

describe('API keys', () => {
  const apiKey = {
    id: 3,
    name: 'Export',
    prefix: 'sf_ab12',
    permissions: ['stations.view' as const],
    createdAt: AT,
    expiresAt: null,
    lastUsedAt: null,
  };

  test('a key is made of own permissions, and its text shown once', async () => {
    const { user, inputs } = await open(
      'keys',
      { listApiKeys: [], createApiKey: { apiKey, key: 'sf_ab12_secret' } },
      { permissions: ['stations.view', 'stations.create', 'apiKeys.manage'] },
    );
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    await screen.findByLabelText('Name of the key');
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    await user.click(screen.getByRole('checkbox', { name: 'View' }));
    await user.type(screen.getByLabelText('Name of the key'), 'Export{Enter}');
    expect(screen.getByText('Choose at least one permission.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Reading only' }));
    await user.selectOptions(screen.getByLabelText('Valid for'), 'until it is removed');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('sf_ab12_secret')).toBeDefined();
    expect(inputs('createApiKey')).toEqual([
      { body: { name: 'Export', permissions: ['stations.view'], expiresInDays: null } },
    ]);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('sf_ab12_secret')).toBeNull();
  });

  test('a key is removed after a question', async () => {
    const { user, inputs } = await open('keys', { listApiKeys: [apiKey], deleteApiKey: null });
    await user.click(await screen.findByRole('button', { name: 'Remove: Export' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(inputs('deleteApiKey')).toEqual([{ params: { id: 3 } }]));
  });
});

test('logins are listed with their result, by pages', async () => {
  const row = { at: AT, method: 'code' as const, outcome: 'wrongCode' as const };
  const { inputs } = await open('logins', {
    listLogins: {
      total: 1,
      page: 1,
      pageSize: 20,
      rows: [{ ...row, address: null, browser: 'Firefox', system: null }],
    },
  });
  expect(await screen.findByText('Wrong code')).toBeDefined();
  expect(inputs('listLogins')[0]).toEqual({ query: { page: 1, pageSize: 20 } });
  await expectAccessible();
});

test('settings act here at once and are told to the server', async () => {
  const { user, inputs } = await open('settings');
  await user.selectOptions(await screen.findByLabelText('Appearance'), 'Dark');
  await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
  await user.selectOptions(screen.getByLabelText('First day of the week'), 'Sunday');
  await user.selectOptions(screen.getByLabelText('Sums of money in'), 'CHF – Swiss Franc');
  await user.selectOptions(screen.getByLabelText('Clock of the overview'), "Each station's own time zone");
  await user.selectOptions(screen.getByLabelText('Temperatures in'), 'Degrees Fahrenheit (°F)');
  await user.selectOptions(screen.getByLabelText('Temperatures in'), 'As in your region: °F');
  expect(storedAppearance.get()).toBe('dark');
  expect(storedLanguage.get()).toBe('de-DE');
  expect(storedPreferences.get()).toEqual({
    weekStart: 7,
    currency: 'CHF',
    fleetClock: 'station',
    temperatureUnit: null,
  });
  expect(inputs('updateSettings').map(({ body }) => body)).toEqual([
    { appearance: 'dark' },
    { language: 'de-DE' },
    { weekStart: 7 },
    { currency: 'CHF' },
    { fleetClock: 'station' },
    { temperatureUnit: 'fahrenheit' },
    { temperatureUnit: null },
  ]);
  await expectAccessible();
});

test('the edition is switched with the password, and a new login follows', async () => {
  const { user, inputs, location } = await open(
    'type',
    { switchAccountType: null },
    { accountType: 'personal', organisation: null },
  );
  await user.type(await screen.findByLabelText('Name of the organisation'), 'Sunny');
  await user.type(screen.getByLabelText('Current password'), 'secret');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Switch and sign in anew' }));
  await screen.findByText('login page');
  expect(location()).toBe('/login?note=again');
  expect(inputs('switchAccountType')[0]!.body).toMatchObject({
    accountType: 'professional',
    password: 'secret',
    organization: { name: 'Sunny' },
  });
});

describe('cancelling', () => {
  const cancellation: OutputOf<'getCancellation'> = {
    coolingOffDays: 15,
    requestedAt: null,
    erasedAt: null,
    stations: [
      { id: 1, name: 'Roof', devices: 3, organisation: 'Sunny', deletable: false },
      { id: 2, name: 'Barn', devices: 1, organisation: null, deletable: true },
    ],
    lost: { sessions: 2, apiKeys: 0, passkeys: 0, grantsGiven: 1, grantsReceived: 0 },
    lastAdministratorOf: [],
  };

  test('asks for a decision on each station, the code and a confirmation', async () => {
    const { user, inputs } = await open('cancellation', {
      getCancellation: cancellation,
      cancelAccount: { ...cancellation, requestedAt: AT, erasedAt: AT + 1 },
    });
    const submit = await screen.findByRole('button', { name: 'Ask to erase my account' });
    await user.click(submit);
    expect(screen.getAllByText('Decide what becomes of this station.')).toHaveLength(2);
    expect(inputs('cancelAccount')).toEqual([]);
    expect(screen.getByText('Authorisations you gave: 1')).toBeDefined();
    await expectAccessible();
    const [roof, barn] = ['Roof', 'Barn'].map((name) => within(screen.getByRole('group', { name })));
    await user.click(roof!.getByRole('radio', { name: /^Leave with the organisation/ }));
    expect(barn!.queryByRole('radio', { name: /^Leave/ })).toBeNull();
    expect(barn!.getByRole('radio', { name: /^Delete/ })).toBeDefined();
    expect(roof!.queryByRole('radio', { name: /^Delete/ })).toBeNull();
    await user.click(barn!.getByRole('radio', { name: /^Hand over/ }));
    await user.type(screen.getByLabelText(/^E-mail, phone or user name of/), 'new@owner.example');
    await user.type(screen.getByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('checkbox'));
    await user.click(submit);
    await waitFor(() => expect(storedAccount().erasedAt).toBe(AT + 1));
    expect(inputs('cancelAccount')).toEqual([
      {
        body: {
          validateCode: '123456',
          stations: [
            { id: 1, fate: 'keep' },
            { id: 2, fate: 'transfer', to: 'new@owner.example' },
          ],
        },
      },
    ]);
  });

  test('the last administrator names another one first', async () => {
    await open('cancellation', { getCancellation: { ...cancellation, lastAdministratorOf: ['Sunny'] } });
    expect(await screen.findByText(/^You are the only administrator of Sunny/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ask to erase my account' })).toBeNull();
  });

  test('a waiting cancellation is taken back', async () => {
    const { user, inputs } = await open(
      'cancellation',
      { getCancellation: { ...cancellation, erasedAt: AT }, keepAccount: cancellation },
      { erasedAt: AT },
    );
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(storedAccount().erasedAt).toBeNull());
    expect(inputs('keepAccount')).toHaveLength(1);
  });

  test('everything kept is downloaded as a file', async () => {
    const createObjectURL = vi.fn<(blob: Blob) => string>(() => 'blob:x');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    const { user } = await open('cancellation', {
      getCancellation: cancellation,
      exportAccount: new Blob(['{"a":1}'], { type: 'application/json' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
    expect(createObjectURL.mock.calls[0]![0].type).toBe('application/json');
  });
});
