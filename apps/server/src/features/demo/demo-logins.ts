import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { writeDurably } from '../../platform/postgres/write-durably.ts';

const login = z.object({
  id: z.number().int(),
  account: z.string(),
  password: z.string(),
  /** Digest of the stored hash for which the password was found right. */
  proof: z.string().optional(),
});
/** An account of the demo with its password, kept so that each start can print it and `npm run replay` finds it. */
export type KeptLogin = z.infer<typeof login>;

const FILE = 'demo-logins.json';

/** A password that nobody else has; it keeps the rules for new ones. */
export const mintDemoPassword = (): string => `Demo-${randomBytes(9).toString('base64url')}-1`;

/** What was kept; nothing where the file is missing or spoiled. */
export async function readDemoLogins({ dataDir }: Pick<Config, 'dataDir'>): Promise<KeptLogin[]> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => '');
  try {
    return z.array(login).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Keeps the logins in a file that only the server's own account reads. */
export async function keepDemoLogins(
  { dataDir }: Pick<Config, 'dataDir'>,
  logins: readonly KeptLogin[],
): Promise<void> {
  await writeDurably(path.join(dataDir, FILE), `${JSON.stringify(logins, undefined, 2)}\n`, 0o600);
}
