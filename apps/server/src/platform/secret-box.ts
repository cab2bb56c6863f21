import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { syncFolder, writeDurably } from './postgres/write-durably.ts';

/**
 * Encrypts small secrets that must be read again (AES-256-GCM). What is sealed for one `purpose` (`totp:17`) cannot be opened for
 * another, so that a sealed text copied into another row is worth nothing.
 */
export interface SecretBox {
  seal(text: string, purpose: string): Promise<Buffer>;
  /** Throws an `Error` where key, purpose or bytes are not those of `seal`. */
  open(sealed: Buffer, purpose: string): Promise<string>;
  /** A token that only this key makes, the same for the same purpose: 32 bytes as base64url. It need not be kept anywhere. */
  derive(purpose: string): Promise<string>;
}

const KEY_FILE = 'secret.key';
/** Letters of a key at least, as of `SUNFLEET_SECRET_KEY`; one that is made here has 43. */
const LEAST_LETTERS = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key is `SUNFLEET_SECRET_KEY`, or a file in the data directory that is made at its first use. */
export function createSecretBox(config: Pick<Config, 'dataDir' | 'secretKey'>): SecretBox {
  let loading: Promise<Buffer> | undefined;
  const key = () => (loading ??= loadKey(config));
  return {
    async seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await key(), iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    async open(sealed, purpose) {
      const iv = sealed.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', await key(), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    async derive(purpose) {
      const token = hkdfSync('sha256', await key(), '', `derived token: ${purpose}`, 32);
      return Buffer.from(token).toString('base64url');
    },
  };
}

/** Makes the key where there is none yet. Throws an `Error` for people where it is too short to keep anything secret. */
export async function requireSecretKey(config: Pick<Config, 'dataDir' | 'secretKey'>): Promise<void> {
  await loadKey(config);
}

async function loadKey({ dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): Promise<Buffer> {
  const material = secretKey ?? (await keyOfFile(dataDir));
  return Buffer.from(hkdfSync('sha256', material, '', 'sunfleet secrets at rest', 32));
}

/** The file is there as a whole or not at all: whoever read one that is being written would seal by no key. */
async function keyOfFile(dataDir: string): Promise<string> {
  const file = path.join(dataDir, KEY_FILE);
  const known = await readFile(file, 'utf8').catch(unlessMissing);
  if (known !== undefined) return longEnough(known.trim(), file);
  await mkdir(dataDir, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  await writeDurably(own, randomBytes(32).toString('base64url'), 0o600);
  try {
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
  await syncFolder(dataDir);
  return longEnough((await readFile(file, 'utf8')).trim(), file);
}

/** From an empty file follows a key that everybody can derive. Versions before this one left one where their first start was interrupted. */
function longEnough(key: string, file: string): string {
  if (key.length >= LEAST_LETTERS) return key;
  throw new Error(
    [
      `${file} is empty or cut off: it has ${key.length} of at least ${LEAST_LETTERS} letters, and what it seals anybody can open.`,
      'Put back the file of a backup. Where none has a whole one, remove it and start again: a new one is made then, and whoever signs in with',
      'an authenticator app signs in with a recovery code or a passkey and sets the app up anew.',
    ].join('\n'),
  );
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
