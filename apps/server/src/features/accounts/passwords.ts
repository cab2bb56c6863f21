import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id with 12 MiB and three passes: of the equally strong settings of the OWASP password storage recommendation the one that
 * costs the least time where many sign in at once.
 */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (no such account) the same work is done on a decoy, so that the
 * time of an answer does not tell whether an account exists.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('the account does not exist');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}
