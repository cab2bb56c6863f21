import type { RequestContext } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { provenUser } from '../settings/own-account.ts';
import { ALGORITHMS, beginCeremony, RP_NAME, type Site } from './ceremonies.ts';
import { webauthn } from './webauthn.ts';

/** What both ceremonies answer first: options for the browser, and under which id the answer to them is expected. */
export interface Ceremony {
  ceremonyId: string;
  options: Record<string, unknown>;
}

/**
 * Begins to register a passkey that knows its account (discoverable), so that a login needs no user name.
 * Throws AppError: wrongPassword, accountLocked.
 */
export async function startPasskey(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { password, site }: { password: string; site: Site },
): Promise<Ceremony> {
  const user = await provenUser(platform, context, password);
  const known = await platform.db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', user.id)
    .execute();
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: site.rpID,
    userName: user.email ?? user.phone ?? user.userName ?? user.name,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(String(user.id))),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  const ceremonyId = await beginCeremony(platform, { userId: user.id, challenge: options.challenge });
  return { ceremonyId, options: { ...options } };
}
