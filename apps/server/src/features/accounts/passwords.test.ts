import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';
import { hashToken, mintToken } from '../../platform/tokens.ts';

test('a password is kept as argon2id, each time with another salt', async () => {
  const [first, second] = [await hashPassword('Right-Horse-1'), await hashPassword('Right-Horse-1')];
  expect(first).toMatch(/^\$argon2id\$/);
  expect(first).not.toBe(second);
  expect(first).not.toContain('Horse');
});

test('only the password itself is recognised', async () => {
  const stored = await hashPassword('Right-Horse-1');
  expect(await verifyPassword(stored, 'Right-Horse-1')).toBe(true);
  expect(await verifyPassword(stored, 'right-horse-1')).toBe(false);
  expect(await verifyPassword(stored, '')).toBe(false);
});

test('an account that does not exist costs the same work, and no password opens it', async () => {
  expect(await verifyPassword(undefined, 'the account does not exist')).toBe(false);
  const cost = async (stored: string | undefined) => {
    const start = process.cpuUsage();
    for (let n = 0; n < 20; n += 1) await verifyPassword(stored, 'Wrong-Horse-1');
    return process.cpuUsage(start).user;
  };
  const known = await cost(await hashPassword('Right-Horse-1'));
  const unknown = await cost(undefined);
  expect(unknown).toBeGreaterThan(known / 4);
});

test('tokens are long, different, and kept as something else', () => {
  const tokens = Array.from({ length: 100 }, mintToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(hashToken(tokens[0]!)).toHaveLength(32);
  expect(hashToken(tokens[0]!)).toEqual(hashToken(tokens[0]!));
});
