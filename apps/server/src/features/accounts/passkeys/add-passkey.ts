import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUser } from '../settings/own-account.ts';
import { sendSecurityNotice } from '../security-notice.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { ALGORITHMS, takeCeremony, type Site } from './ceremonies.ts';
import type { PasskeyView } from './list-passkeys.ts';
import { webauthn } from './webauthn.ts';

export interface PasskeyAnswer {
  ceremonyId: string;
  /** What the browser made; only the library's check says what it is. */
  response: Record<string, unknown>;
  site: Site;
}

/** Keeps the passkey that the browser made, and tells the holder of the account. Throws AppError `passkeyRefused` if any check fails. */
export async function addPasskey(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { name, ...answer }: PasskeyAnswer & { name: string },
): Promise<PasskeyView> {
  const user = await ownUser(platform, context);
  const userId = user.id;
  const challenge = await takeCeremony(platform, { id: answer.ceremonyId, userId });
  const made = await check(answer, challenge);
  const createdAt = new Date(platform.clock.now());
  const id = await platform.db.transaction().execute(async (trx) => {
    await holdSession(trx, context.actor);
    const row = await trx
      .insertInto('passkeys')
      .values({ ...made, userId, name: name.trim(), createdAt })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('passkeyRefused');
    const entry = { action: 'accounts.addPasskey', objectType: 'passkey', objectId: row.id } as const;
    await writeAudit(trx, context, { ...entry, after: { name: name.trim() } });
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'passkeyAdded', language });
    return row.id;
  });
  return { id, name: name.trim(), createdAt: createdAt.getTime(), lastUsedAt: null };
}

interface MadePasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

async function check({ response, site }: PasskeyAnswer, challenge: string): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) throw new AppError('passkeyRefused');
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
}
