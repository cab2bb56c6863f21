/** Types of files that a station may have. */
type FileType = 'jpeg' | 'png' | 'webp' | 'pdf';

const HEADS: readonly (readonly [FileType, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['pdf', [...Buffer.from('%PDF-')]],
];

/** What a file is by its first bytes, whatever it is called; undefined for everything else, SVG among it. */
export function fileType(bytes: Uint8Array): FileType | undefined {
  const known = HEADS.find(([, head]) => head.every((byte, at) => bytes[at] === byte));
  if (known) return known[0];
  const at = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  return at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** How far from its end an archive names its directory. */
const ARCHIVE_END = 66_000;

/**
 * Whether a PDF ends as one and is nothing else besides: a file whose end is also that of an archive is read as a document by one program and
 * as an archive by another one.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes.subarray(-ARCHIVE_END)).toString('latin1');
  return /%%EOF\s{0,8}$/.test(end.slice(-32)) && !end.includes('PK\u0005\u0006');
}
