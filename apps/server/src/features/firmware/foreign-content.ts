/** Bytes of the beginning that are looked at. */
export const HEAD_BYTES = 512;

const MAGIC: readonly (readonly [string, string])[] = [
  ['PDF', '25504446'],
  ['PNG', '89504e47'],
  ['JPEG', 'ffd8ff'],
  ['GIF', '47494638'],
];

/**
 * What a file is that was taken for an image of firmware by mistake: a page that a download saved in place of it, or a document. Undefined:
 * nothing that is known, as images of firmware are.
 */
export function foreignContent(head: Buffer): string | undefined {
  const hex = head.subarray(0, 4).toString('hex');
  const magic = MAGIC.find(([, start]) => hex.startsWith(start));
  if (magic) return magic[0];
  const text = head
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'HTML';
  if (text.startsWith('<?xml')) return 'XML';
  if (text.startsWith('-----begin ')) return 'PEM';
  return undefined;
}
