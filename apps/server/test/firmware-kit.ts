import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { firmwareStatement, type FirmwareClaims } from '@sunfleet/contract';

/** A maker with a key of its own, who signs images. */
export function mintMaker(): {
  publicKey: string;
  privateKey: KeyObject;
  sign: (claims: FirmwareClaims) => string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    privateKey,
    sign: (claims) => sign(null, Buffer.from(firmwareStatement(claims)), privateKey).toString('base64'),
  };
}
