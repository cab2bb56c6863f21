import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * Argon2id with 7 MiB and five passes: of the equally strong settings of the OWASP password storage recommendation the one that
 * costs the least time where many sign in at once.
 */
const COST = { memoryCost: 7168, timeCost: 5, parallelism: 1 } as const;

/** As many at once as there are cores, and never every thread of the pool: files are read while people sign in. */
const working = pLimit(Math.min(availableParallelism(), 3));

export function hashPassword(password: string): Promise<string> {
  return working(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (no such account) the same work is done on a decoy, so that the
 * time of an answer does not tell whether an account exists.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('the account does not exist');
  const expected = passwordHash ?? (await decoy);
  const matches = await working(() => verify(expected, password));
  return passwordHash !== undefined && matches;
}
