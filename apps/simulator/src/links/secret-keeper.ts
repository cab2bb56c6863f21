import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The secrets that the platform gave to devices in place of those in the fleet's file. */
export interface SecretKeeper {
  /** What a device signs in with: `first` until the platform gave it another one. */
  of(sn: string, first: string): string;
  /** Keeps a new secret; it is on the disk when this returns, so that a restart knows it. */
  keep(sn: string, secret: string): void;
}

/** Keeps secrets in a file that nobody else reads; without one, as long as the process runs. */
export function createSecretKeeper(file?: string): SecretKeeper {
  const secrets = new Map(Object.entries(file === undefined ? {} : readSecrets(file)));
  return {
    of: (sn, first) => secrets.get(sn) ?? first,
    keep(sn, secret) {
      secrets.set(sn, secret);
      if (file !== undefined) writeSecrets(file, Object.fromEntries(secrets));
    },
  };
}

function readSecrets(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** A crash leaves the old file or the new one. */
function writeSecrets(file: string, secrets: Record<string, string>): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
