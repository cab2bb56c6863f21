import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's defaults (19 MiB, two passes), which follow the OWASP password storage recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (no such account) the same work is done on a decoy, so that the
 * time of an answer does not tell whether an account exists.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('the account does not exist');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}
