import type { ErrorKey } from '@sunfleet/contract';

const LARGEST_BYTES = 64 * 1024;

/** How files of each kind begin. SVG is not among them: it can carry scripts. */
const BEGINNINGS: Readonly<Record<string, Buffer>> = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/x-icon': Buffer.from('00000100', 'hex'),
  'image/vnd.microsoft.icon': Buffer.from('00000100', 'hex'),
};

/**
 * What is wrong with an icon; undefined for an https address, a path of this host, and a PNG or ICO of at most 64 KB as a data
 * URL. The bytes decide what it is, not the type that the URL names.
 */
export function iconProblem(icon: string): ErrorKey | undefined {
  if (/^(https:\/\/[^\s/]|\/(?![/\\]))[^\s"'<>\\]*$/i.test(icon)) return undefined;
  const [, type, base64] = /^data:([\w./+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(icon) ?? [];
  const beginning = BEGINNINGS[type?.toLowerCase() ?? ''];
  if (!beginning || !base64) return 'unsupportedFileType';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LARGEST_BYTES) return 'payloadTooLarge';
  return bytes.subarray(0, beginning.length).equals(beginning) ? undefined : 'unsupportedFileType';
}
