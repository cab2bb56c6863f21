import type { SecretBox } from './secret-box.ts';

/**
 * The token by which a device fetches the image that it was told to install. It is derived, never kept: neither the row of the command nor a log
 * holds it, and it comes into being in the message to the device alone.
 */
export const firmwareToken = (box: Pick<SecretBox, 'derive'>, sn: string, order: string): Promise<string> =>
  box.derive(`firmware ${sn} ${order}`);

/** Names one try of one device of an upgrade. */
export const firmwareOrder = (upgradeId: number, deviceId: number, attempt: number): string =>
  `${upgradeId}/${deviceId}/${attempt}`;
