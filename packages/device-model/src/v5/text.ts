/** Printable text of a fixed field: up to the first NUL, without what is not printable ASCII. */
export function readText(bytes: Uint8Array, offset: number, length: number): string {
  let text = '';
  for (let index = offset; index < Math.min(offset + length, bytes.length); index += 1) {
    const code = bytes[index]!;
    if (code === 0) break;
    if (code >= 0x20 && code < 0x7f) text += String.fromCharCode(code);
  }
  return text.trim();
}

/** Writes ASCII text into a fixed field, cut to its length. */
export function writeText(bytes: Uint8Array, offset: number, field: { text: string; length: number }): void {
  for (let index = 0; index < Math.min(field.text.length, field.length); index += 1) {
    bytes[offset + index] = field.text.charCodeAt(index) & 0x7f;
  }
}
