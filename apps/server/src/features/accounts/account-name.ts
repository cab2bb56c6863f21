/**
 * A user name as accounts keep it: small letters, and one form of whatever looks the same (full width, ligatures, accents put
 * together).
 */
export function canonicalUserName(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** What somebody signs in by, as it is looked for: an e-mail in small letters, or a user name. */
export function signInName(text: string): string {
  return text.includes('@') ? text.toLowerCase() : canonicalUserName(text);
}
