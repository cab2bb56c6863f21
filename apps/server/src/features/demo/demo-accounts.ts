import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endSessionsOf, hashPassword, setPassword, verifyPassword } from '../accounts/index.ts';
import { keepDemoLogins, mintDemoPassword, readDemoLogins, type KeptLogin } from './demo-logins.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Nobody asked for these changes but the settings. */
const BY_SETTINGS = { actor: systemActor, address: null };

/**
 * Opens the demo's accounts that a start without the demo had locked. An account whose password is not kept, because it was made by a
 * version in which everybody knew it, gets a new one. Answers accounts with the passwords to print; an account whose person has chosen
 * another password is left out.
 */
export async function openDemoAccounts(platform: Parts): Promise<readonly KeptLogin[]> {
  const { db, config } = platform;
  const kept = await readDemoLogins(config);
  const keptOf = new Map(kept.map((login) => [login.id, login]));
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'demo', 'passwordHash'])
    .where('demo', 'is not', null)
    .orderBy('id')
    .execute();
  const known: KeptLogin[] = [];
  const changed = new Set<number>();
  for (const { id, email, demo, passwordHash } of accounts) {
    if (demo === 'locked') await db.transaction().execute((trx) => unlock(trx, id));
    const account = email ?? '';
    const before = keptOf.get(id);
    if (before) {
      const proof = await prove(before, passwordHash);
      known.push({ id, account, password: before.password, ...(proof === undefined ? {} : { proof }) });
      if (proof === undefined) changed.add(id);
    } else known.push({ id, account, password: await renewPassword(platform, id) });
  }
  if (!isDeepStrictEqual(known, kept)) await keepDemoLogins(config, known);
  return known.filter(({ id }) => !changed.has(id));
}

/**
 * Digest of the hash where the kept password is the one it was made of. To find that out takes long for each account, so a start does it
 * once a hash.
 */
async function prove({ password, proof }: KeptLogin, passwordHash: string): Promise<string | undefined> {
  const digest = createHash('sha256').update(passwordHash).digest('hex');
  if (proof === digest) return digest;
  return (await verifyPassword(passwordHash, password)) ? digest : undefined;
}

/** Locks the demo's accounts and ends their sessions: without the demo nobody signs in by a password that was printed. */
export async function lockDemoAccounts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const lockedAt = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    const locked = await trx
      .updateTable('users')
      .set({ demo: 'locked', lockedAt })
      .where('demo', 'is not', null)
      .where('lockedAt', 'is', null)
      .returning('id')
      .execute();
    for (const { id } of locked) {
      await endSessionsOf(trx, id);
      await writeAudit(trx, BY_SETTINGS, { action: 'members.lock', objectType: 'user', objectId: id });
    }
    if (locked.length > 0) await announceChange(trx, { access: true });
  });
}

async function unlock(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.updateTable('users').set({ demo: 'open', lockedAt: null }).where('id', '=', id).execute();
  await writeAudit(trx, BY_SETTINGS, { action: 'members.unlock', objectType: 'user', objectId: id });
  await announceChange(trx, { access: true });
}

async function renewPassword({ db, clock }: Parts, userId: number): Promise<string> {
  const password = mintDemoPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, { userId, passwordHash, initial: false, now: clock.now() });
    await endSessionsOf(trx, userId);
    await writeAudit(trx, BY_SETTINGS, {
      action: 'accounts.resetPassword',
      objectType: 'user',
      objectId: userId,
    });
    await announceChange(trx, { access: true });
  });
  return password;
}
