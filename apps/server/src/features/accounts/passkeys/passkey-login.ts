import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Session } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PasskeysTable } from '../../../platform/postgres/tables/accounts.ts';
import { usersWithOrganisation, type UserRow } from '../account-view.ts';
import { openLogin, type Caller } from '../finish-login.ts';
import type { PasskeyAnswer } from './add-passkey.ts';
import { beginCeremony, takeCeremony, type Site } from './ceremonies.ts';
import type { Ceremony } from './start-passkey.ts';
import { webauthn } from './webauthn.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

/** Begins a login with whatever passkey the browser has for this site. */
export async function startPasskeyLogin(platform: Parts, site: Site): Promise<Ceremony> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: site.rpID, userVerification: 'preferred' });
  const ceremonyId = await beginCeremony(platform, { userId: null, challenge: options.challenge });
  return { ceremonyId, options: { ...options } };
}

/**
 * Signs in with a passkey. It is both factors at once: where the account has a second one, the device must have checked who
 * holds it (PIN, finger, face). Throws AppError: passkeyRefused, accountDisabled.
 */
export async function passkeyLogin(
  platform: Parts,
  caller: Caller,
  { remember, ...answer }: PasskeyAnswer & { remember: boolean },
): Promise<Session> {
  const { user } = await provePasskey(platform, answer);
  return openLogin(platform, caller, { user, method: 'passkey', remember });
}

/** Whose passkey answered a ceremony that `startPasskeyLogin` began, once. Throws AppError `passkeyRefused`. */
export async function provePasskey(platform: Parts, answer: PasskeyAnswer): Promise<{ user: UserRow }> {
  const challenge = await takeCeremony(platform, { id: answer.ceremonyId, userId: null });
  const { id: credentialId } = answer.response;
  if (typeof credentialId !== 'string') throw new AppError('passkeyRefused');
  const passkey = await platform.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
  const user =
    passkey &&
    (await usersWithOrganisation(platform.db).where('users.id', '=', passkey.userId).executeTakeFirst());
  if (!user) throw new AppError('passkeyRefused');
  const counter = await check(answer, { challenge, passkey, verified: user.secondFactor });
  await moveCounter(platform, passkey, counter);
  return { user };
}

interface Expected {
  challenge: string;
  passkey: Selectable<PasskeysTable>;
  /** Whether the device must have checked who holds it. */
  verified: boolean;
}

async function check({ response, site }: PasskeyAnswer, expected: Expected): Promise<number> {
  const { credentialId, publicKey, counter } = expected.passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: expected.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: expected.verified,
  }).catch(() => undefined);
  if (!checked?.verified) throw new AppError('passkeyRefused');
  return checked.authenticationInfo.newCounter;
}

/**
 * Notes the use. When two logins bring the same count of the authenticator, one of them comes from a copy, so the second is
 * refused.
 */
async function moveCounter(
  { db, clock }: Parts,
  { id, counter: before }: { id: number; counter: number },
  counter: number,
): Promise<void> {
  const moved = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: new Date(clock.now()) })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new AppError('passkeyRefused');
}
