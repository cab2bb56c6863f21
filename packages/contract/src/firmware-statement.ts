import type { FirmwareComponent } from './firmware-words.ts';

/** What a signature of a firmware speaks for. */
export interface FirmwareClaims {
  name: string;
  version: string;
  component: FirmwareComponent;
  models: readonly string[];
  /** Empty: every hardware. */
  hardware: readonly string[];
  /** The versions from which a device can come; null: any. */
  fromVersion: string | null;
  toVersion: string | null;
  bytes: number;
  /** In hex. */
  sha256: string;
}

const lists = (texts: readonly string[]) => [...texts].toSorted().join(', ');

/**
 * The text whose UTF-8 bytes are signed. It names the content by its checksum, and what it is for: nobody who holds a signed image can
 * offer it for other devices or as another version.
 */
export function firmwareStatement(claims: FirmwareClaims): string {
  const lines = [
    'sunfleet firmware 1',
    `name: ${claims.name}`,
    `version: ${claims.version}`,
    `component: ${claims.component}`,
    `models: ${lists(claims.models)}`,
    `hardware: ${lists(claims.hardware)}`,
    `from: ${claims.fromVersion ?? ''}`,
    `to: ${claims.toVersion ?? ''}`,
    `bytes: ${claims.bytes}`,
    `sha256: ${claims.sha256}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
