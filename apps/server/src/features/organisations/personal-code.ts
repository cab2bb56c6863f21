/** Code of the organisation that is made for one person alone. */
export function personalCode(userCode: string): string {
  return `P-${userCode}`;
}

/** People cannot choose codes of that form, because whoever took one would receive the stations of somebody else. */
export function isPersonalCode(code: string): boolean {
  return /^P-[0-9A-Z]{10}$/i.test(code);
}
