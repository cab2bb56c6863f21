import * as z from 'zod';
import { OFFERED_PERMISSIONS } from '../access/index.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { currencyCodeRule, textRule } from '../rules.ts';
import { id, idParam, LANGUAGES, time } from '../vocabulary.ts';
import {
  APPEARANCES,
  FLEET_CLOCKS,
  LOGIN_METHODS,
  LOGIN_OUTCOMES,
  START_PAGES,
  TEMPERATURE_UNITS,
} from '../words.ts';
import { session } from './accounts.ts';

const tag = 'accounts';
const own = { tag, auth: 'session', permission: 'any', scope: 'none', forPeople: true } as const;
/** What a browser makes of a WebAuthn ceremony; the server's library checks it. */
const webAuthnAnswer = z.record(z.string(), z.unknown());
/**
 * It has 2 kB. The library reads all of it in one go before it checks anything, and numbers that somebody chose cost it the square of their number: two
 * megabytes took a minute.
 */
const WEB_AUTHN_BYTES = 16 * 1024;
const ceremony = z.object({ ceremonyId: z.string(), options: z.record(z.string(), z.unknown()) });
/** The current password again, for what must not be done from a browser left open. */
const password = z.string().min(1).max(256);

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});

export const settings = z.object({
  /** Null: as the browser asks. */
  language: z.enum(LANGUAGES).nullable(),
  appearance: z.enum(APPEARANCES),
  /** Null: as people write in the browser's region. */
  temperatureUnit: z.enum(TEMPERATURE_UNITS).nullable(),
  /** In which sums over several currencies are told; null: in the one of the exchange rates. */
  currency: ruled(currencyCodeRule).nullable(),
  /** Of the overview of all stations. */
  fleetClock: z.enum(FLEET_CLOCKS),
  /** First day of a week, 1 Monday to 7 Sunday. */
  weekStart: z.number().int().min(1).max(7),
  startPage: z.enum(START_PAGES),
});
export type Settings = z.infer<typeof settings>;

export const getSettings = route({
  method: 'GET',
  path: '/ups/user/getSettings',
  summary: 'How the signed-in person wants the product to be',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  beforePasswordChange: true,
  output: settings,
});

export const updateSettings = route({
  method: 'PUT',
  path: '/ups/user/updateSettings',
  summary: 'Change the settings that are named',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  body: settings.partial(),
  output: settings,
});

export const security = route({
  ...own,
  method: 'GET',
  path: '/ups/user/security',
  summary: 'How the own account is protected',
  output: z.object({
    weakPassword: z.boolean(),
    passwordChangedAt: time.nullable(),
    totp: z.boolean(),
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(passkey),
  }),
});

export const startTotp = route({
  ...own,
  method: 'POST',
  path: '/ups/user/totp/start',
  summary: 'A secret for an authenticator app; it counts once a code of it was confirmed',
  body: z.object({ password }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  ratePerMinute: 20,
});

export const confirmTotp = route({
  ...own,
  method: 'POST',
  path: '/ups/user/totp/confirm',
  summary: 'Turn the second factor on with a first code; answers ten recovery codes, each good once',
  body: z.object({ code: z.string().trim().min(1).max(16) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  ratePerMinute: 20,
});

export const disableTotp = route({
  ...own,
  method: 'POST',
  path: '/ups/user/totp/disable',
  summary: 'Turn the second factor off',
  body: z.object({ password }),
  output: z.null(),
  ratePerMinute: 20,
});

export const startPasskey = route({
  ...own,
  method: 'POST',
  path: '/ups/user/passkeys/start',
  summary: 'Begin to register a passkey (WebAuthn creation options)',
  body: z.object({ password }),
  output: ceremony,
  ratePerMinute: 20,
});

export const addPasskey = route({
  ...own,
  method: 'POST',
  path: '/ups/user/passkeys',
  summary: 'Keep the passkey that the browser made',
  body: z.object({
    ceremonyId: z.string().max(64),
    response: webAuthnAnswer,
    name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  }),
  bodyBytes: WEB_AUTHN_BYTES,
  output: passkey,
  ratePerMinute: 20,
});

export const removePasskey = route({
  ...own,
  method: 'DELETE',
  path: '/ups/user/passkeys/:id',
  summary: 'Forget a passkey',
  stepUp: true,
  params: idParam,
  output: z.null(),
});

export const startPasskeyLogin = route({
  method: 'POST',
  path: '/ups/user/passkeys/login/start',
  summary: 'Begin to sign in with a passkey (WebAuthn request options)',
  tag,
  auth: 'public',
  scope: 'none',
  output: ceremony,
  ratePerMinute: 30,
});

export const passkeyLogin = route({
  method: 'POST',
  path: '/ups/user/passkeys/login',
  summary: 'Sign in with a passkey; it is both factors at once',
  tag,
  auth: 'public',
  scope: 'none',
  body: z.object({
    ceremonyId: z.string().max(64),
    response: webAuthnAnswer,
    remember: z.boolean().default(false),
  }),
  bodyBytes: WEB_AUTHN_BYTES,
  output: session,
  ratePerMinute: 30,
});

export const checkAccount = route({
  ...own,
  method: 'POST',
  path: '/ups/user/check',
  summary: 'Prove again who holds the session, by password, code of the authenticator app or passkey',
  body: z.union([
    z.object({ password }),
    z.object({ code: z.string().trim().min(1).max(16) }),
    z.object({ passkey: z.object({ ceremonyId: z.string().max(64), response: webAuthnAnswer }) }),
  ]),
  bodyBytes: WEB_AUTHN_BYTES,
  output: z.null(),
  ratePerMinute: 20,
});

export const listSessions = route({
  ...own,
  method: 'GET',
  path: '/ups/user/sessions',
  summary: 'Where the own account is signed in',
  output: z.array(
    z.object({
      id,
      current: z.boolean(),
      createdAt: time,
      lastSeenAt: time,
      address: z.string().nullable(),
      /** As the browser names itself: `Chrome 148`, `Windows`; null where it does not. */
      browser: z.string().nullable(),
      system: z.string().nullable(),
      remember: z.boolean(),
    }),
  ),
});

export const endSession = route({
  ...own,
  method: 'DELETE',
  path: '/ups/user/sessions/:id',
  summary: 'Sign one of the own sessions out',
  stops: true,
  params: idParam,
  output: z.null(),
});

export const endOtherSessions = route({
  ...own,
  method: 'DELETE',
  path: '/ups/user/sessions',
  summary: 'Sign every other own session out; answers how many',
  stops: true,
  output: z.object({ ended: z.number().int() }),
});

export const listLogins = route({
  ...own,
  method: 'GET',
  path: '/ups/user/logins',
  summary: 'When and from where somebody signed in to the own account or tried to',
  query: pageQuery,
  output: pageOf(
    z.object({
      at: time,
      method: z.enum(LOGIN_METHODS),
      outcome: z.enum(LOGIN_OUTCOMES),
      address: z.string().nullable(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
});

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters, by which people know it again. */
  prefix: z.string(),
  permissions: z.array(z.enum(OFFERED_PERMISSIONS)),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
});

export const listApiKeys = route({
  method: 'GET',
  path: '/api-keys',
  summary: 'Own API keys',
  tag,
  auth: 'session',
  permission: 'apiKeys.manage',
  scope: 'none',
  output: z.array(apiKey),
});

export const createApiKey = route({
  method: 'POST',
  path: '/api-keys',
  summary:
    'Make a key that acts as the own account with the named permissions, as bearer. Its text is answered once',
  tag,
  auth: 'session',
  permission: 'apiKeys.manage',
  scope: 'none',
  stepUp: true,
  body: z.object({
    name: ruled((text) => textRule(text, 'nameEmpty', 64)),
    permissions: z.array(z.enum(OFFERED_PERMISSIONS)).min(1),
    /** Null: until it is deleted. */
    expiresInDays: z.number().int().min(1).max(3650).nullable(),
  }),
  output: z.object({ apiKey, key: z.string() }),
  ratePerMinute: 20,
});

export const deleteApiKey = route({
  method: 'DELETE',
  path: '/api-keys/:id',
  summary: 'End an own API key at once',
  stops: true,
  tag,
  auth: 'session',
  permission: 'apiKeys.manage',
  scope: 'none',
  params: idParam,
  output: z.null(),
});
