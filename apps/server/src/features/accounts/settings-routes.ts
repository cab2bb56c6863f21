import { registerRoute, type RawExchange } from '../../platform/http/register-route.ts';
import { ownAddress } from './own-address.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { switchAccountType } from './account-type/switch-account-type.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { deleteApiKey } from './api-keys/delete-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { callerOf } from './caller.ts';
import type { KnownHere } from './known-here.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import type { Site } from './passkeys/ceremonies.ts';
import { passkeyLogin, startPasskeyLogin } from './passkeys/passkey-login.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { checkAccount } from './settings/check-account.ts';
import { endOtherSessions, endOwnSession } from './settings/end-sessions.ts';
import { getSecurity } from './settings/get-security.ts';
import { listLogins } from './settings/list-logins.ts';
import { listSessions } from './settings/list-sessions.ts';
import { getSettings, updateSettings } from './settings/settings.ts';
import { newSigningKey } from './settings/signing-key.ts';
import { updateInfo } from './settings/update-info.ts';
import { confirmTotp } from './totp/confirm-totp.ts';
import { disableTotp } from './totp/disable-totp.ts';
import { secondFactor } from './totp/second-factor.ts';
import { startTotp } from './totp/start-totp.ts';

/** Routes of what protects an account and of what a person sets for itself. */
export function registerSettingsRoutes(server: HttpServer, platform: Platform, known: KnownHere): void {
  registerSessionRoutes(server, platform);
  registerTotpRoutes(server, platform, known);
  registerPasskeyRoutes(server, platform);
  registerApiKeyRoutes(server, platform);
  registerRoute(server, 'security', (context) => getSecurity(platform, context));
  registerRoute(server, 'getSettings', (context) => getSettings(platform, context));
  registerRoute(server, 'updateSettings', (context, { body }) => updateSettings(platform, context, body));
  registerRoute(server, 'updateInfo', (context, { body }) => updateInfo(platform, context, body));
  registerRoute(server, 'switchAccountType', async (context, { body }) => {
    await switchAccountType(platform, context, body);
    return null;
  });
  const siteOf = siteReader(platform);
  const parts = { ...platform, box: createSecretBox(platform.config) };
  registerRoute(server, 'checkAccount', (context, { body }, raw) =>
    checkAccount(parts, context, { proof: body, siteOf: () => siteOf(raw) }),
  );
  registerRoute(server, 'signingKey', (context) => newSigningKey(platform, context));
}

function registerSessionRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listSessions', (context) => listSessions(platform, context));
  registerRoute(server, 'endSession', async (context, { params }) => {
    await endOwnSession(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'endOtherSessions', (context) => endOtherSessions(platform, context));
  registerRoute(server, 'listLogins', (context, { query }) => listLogins(platform, context, query));
}

function registerTotpRoutes(server: HttpServer, platform: Platform, known: KnownHere): void {
  const parts = { ...platform, box: createSecretBox(platform.config) };
  registerRoute(server, 'startTotp', (context, { body }) => startTotp(parts, context, body));
  registerRoute(server, 'confirmTotp', (context, { body }) => confirmTotp(parts, context, body));
  registerRoute(server, 'disableTotp', async (context, { body }) => {
    await disableTotp(platform, context, body);
    return null;
  });
  registerRoute(
    server,
    'secondFactor',
    (context, { body }, raw) => secondFactor(parts, callerOf(context, raw), body),
    { goesOn: known.ticket },
  );
}

function registerPasskeyRoutes(server: HttpServer, platform: Platform): void {
  const siteOf = siteReader(platform);
  registerRoute(server, 'startPasskey', async (context, { body }, raw) =>
    startPasskey(platform, context, { ...body, site: await siteOf(raw) }),
  );
  registerRoute(server, 'addPasskey', async (context, { body }, raw) =>
    addPasskey(platform, context, { ...body, site: await siteOf(raw) }),
  );
  registerRoute(server, 'removePasskey', async (context, { params }) => {
    await removePasskey(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'startPasskeyLogin', async (_context, _request, raw) =>
    startPasskeyLogin(platform, await siteOf(raw)),
  );
  registerRoute(server, 'passkeyLogin', async (context, { body }, raw) =>
    passkeyLogin(platform, callerOf(context, raw), { ...body, site: await siteOf(raw) }),
  );
}

function registerApiKeyRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listApiKeys', (context) => listApiKeys(platform, context));
  registerRoute(server, 'createApiKey', (context, { body }) => createApiKey(platform, context, body));
  registerRoute(server, 'deleteApiKey', async (context, { params }) => {
    await deleteApiKey(platform, context, params.id);
    return null;
  });
}

/** Where the browser believes to be. */
function siteReader(platform: Pick<Platform, 'db' | 'config'>): (raw: RawExchange) => Promise<Site> {
  return async ({ request }) => {
    const { hostname: rpID, origin } = await ownAddress(platform, request);
    return { rpID, origin };
  };
}
