import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { addressesOf, functionOf } from './words.ts';

interface Target {
  profile: Profile;
  image: RegisterImage;
}

/** Text of an `ascii` or `datetime` point; empty when there is none. */
export function readText({ profile, image }: Target, point: ProfilePoint): string {
  const fn = functionOf(profile, point);
  const words = addressesOf(point).map((addr) => image.get(fn, addr));
  if (point.type === 'datetime') return clockText(words);
  let text = '';
  for (const word of words) text += printable((word ?? 0) >>> 8) + printable((word ?? 0) & 0xff);
  return text.trim();
}

export function writeText({ profile, image }: Target, point: ProfilePoint, text: string): void {
  const fn = functionOf(profile, point);
  const addresses = addressesOf(point);
  const words =
    point.type === 'datetime' ? clockWords(text, addresses.length) : asciiWords(text, addresses.length);
  addresses.forEach((addr, index) => image.set(fn, addr, words[index] ?? 0));
}

function printable(code: number): string {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '';
}

function asciiWords(text: string, count: number): number[] {
  const code = (index: number) => (index < text.length ? text.charCodeAt(index) & 0x7f : 0);
  return Array.from({ length: count }, (_, index) => (code(2 * index) << 8) | code(2 * index + 1));
}

/** `YYYY-MM-DD hh:mm:ss` in the device's own zone; empty when the registers hold no date. */
function clockText(words: readonly (number | undefined)[]): string {
  const parts =
    words.length === 6 ? words : words.flatMap((word) => [word && word >>> 8, word && word & 0xff]);
  if (parts.some((part) => part === undefined)) return '';
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const [m, d, h, min, s] = [month!, day!, hour!, minute!, second!];
  if (m < 1 || m > 12 || d < 1 || d > 31 || h > 23 || min > 59 || s > 59) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${2000 + (year! % 100)}-${two(m)}-${two(d)} ${two(h)}:${two(min)}:${two(s)}`;
}

function clockWords(text: string, count: number): number[] {
  const parts = (text.match(/\d+/g) ?? []).map(Number);
  if (parts.length !== 6) return [];
  const [year, ...rest] = parts;
  const bytes = [year! % 100, ...rest];
  if (count === 6) return bytes;
  return [0, 2, 4].map((index) => (bytes[index]! << 8) | bytes[index + 1]!);
}
