/**
 * The subject on which the server answers that holds the connection of a serial number. Each serial number has one of its own, whatever stands in
 * it: a token of a subject holds no dot, no space and no wildcard.
 */
export function linkSubject(sn: string): string {
  const token = encodeURIComponent(sn.toWellFormed()).replaceAll('.', '%2E').replaceAll('*', '%2A');
  return `link.${token}`;
}
