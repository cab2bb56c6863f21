/** Crockford's base32: no I, L, O and U, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** What a device computes HMAC-SHA256 of, in UTF-8, with its secret as the key. */
export const claimText = (sn: string): string => `sunfleet claim ${sn}`;

/**
 * The claim code that a device shows: the first 50 bits of HMAC-SHA256(secret, `claimText(sn)`), five bits a character. Who reads it stands
 * before the device that holds the secret; the secret cannot be computed from it. The caller computes the HMAC, because browsers, Node
 * and controllers each have their own.
 */
export function encodeClaimCode(mac: Uint8Array): string {
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    const bit = at * 5;
    const pair = (mac[bit >> 3]! << 8) | mac[(bit >> 3) + 1]!;
    code += ALPHABET[(pair >> (11 - (bit & 7))) & 31]!;
  }
  return code;
}
