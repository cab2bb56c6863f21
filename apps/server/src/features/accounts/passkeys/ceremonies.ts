import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mintToken } from '../../../platform/tokens.ts';

/** The site a passkey belongs to, as the browser knows it. */
export interface Site {
  /** Host name without port. */
  rpID: string;
  /** `https://host:port` */
  origin: string;
}

export const RP_NAME = 'Sunfleet';

/** Ed25519, P-256 and RSA as COSE numbers them: what passkeys of today are made with. */
export const ALGORITHMS = [-8, -7, -257];

/** How long somebody may look for the passkey. */
const CEREMONY_MS = 5 * 60_000;

type Parts = Pick<Platform, 'db' | 'clock'>;

/** Keeps the challenge of a ceremony until its second call; drops those that are over. `userId` null: a login. */
export async function beginCeremony(
  { db, clock }: Parts,
  { userId, challenge }: { userId: number | null; challenge: string },
): Promise<string> {
  const now = clock.now();
  await db.deleteFrom('passkeyCeremonies').where('expiresAt', '<=', new Date(now)).execute();
  const id = mintToken();
  await db
    .insertInto('passkeyCeremonies')
    .values({ id, userId, challenge, expiresAt: new Date(now + CEREMONY_MS) })
    .execute();
  return id;
}

/** The challenge of a ceremony, once. Throws AppError `passkeyRefused` where it is over, used, or somebody else's. */
export async function takeCeremony(
  { db, clock }: Parts,
  { id, userId }: { id: string; userId: number | null },
): Promise<string> {
  const row = await db
    .deleteFrom('passkeyCeremonies')
    .where('id', '=', id)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', new Date(clock.now()))
    .returning('challenge')
    .executeTakeFirst();
  if (!row) throw new AppError('passkeyRefused');
  return row.challenge;
}
