/**
 * A claim code as it is compared, from what a person typed: small letters, hyphens and spaces count for nothing, and letters that are
 * misread stand for their digits. Undefined where it is none.
 */
export function readClaimCode(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain) ? plain : undefined;
}
