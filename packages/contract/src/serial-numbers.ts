/** Letters of an entry that are looked at: longer than any serial number, so that a wrong one is told as it was typed. */
export const SERIAL_LENGTH = 100;

const BETWEEN = /[\s,;，；、]+/u;

/** Serial numbers as people paste them: by comma, semicolon, space or line, also the wide ones of East Asia. Twice is kept twice. */
export function splitSerials(text: string): string[] {
  return text
    .split(BETWEEN)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, SERIAL_LENGTH));
}
