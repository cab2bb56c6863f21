const VERSION = /^\d{1,6}(?:\.\d{1,6}){0,3}(?:[-+][0-9A-Za-z][0-9A-Za-z.-]{0,23})?$/;

/** Whether a text is a version that can be compared: up to four numbers, then perhaps what comes before a release (`-rc.1`) or a build (`+7`). */
export const isFirmwareVersion = (text: string): boolean => VERSION.test(text);

interface Parts {
  numbers: readonly number[];
  /** Empty: a release. */
  before: string;
}

/**
 * The version that stands in what a device says of itself, such as `SF-LOGGER_V1.4.2`: undefined where none can be read. The last one
 * counts, because names of products come first.
 */
export function readFirmwareVersion(said: string): string | undefined {
  const text = said.trim();
  if (isFirmwareVersion(text)) return text;
  const inside = text.match(/(?<![0-9A-Za-z.])[vV]?\d{1,6}(?:\.\d{1,6}){1,3}(?![0-9A-Za-z.])/g)?.at(-1);
  return inside?.replace(/^[vV]/, '');
}

function partsOf(version: string): Parts {
  const [released = '', ...rest] = version.split(/(?=[-+])/);
  const before = rest.find((part) => part.startsWith('-'))?.slice(1) ?? '';
  return { numbers: released.split('.').map(Number), before };
}

/** Below 0: `a` is older than `b`. Numbers that are missing are 0, and what comes before a release is older than the release. */
export function compareFirmwareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at += 1) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.before === other.before) return 0;
  if (one.before === '') return 1;
  if (other.before === '') return -1;
  return compareLabels(one.before.split('.'), other.before.split('.'));
}

function compareLabels(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [left, right] = [one[at], other[at]];
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    if (left === right) continue;
    const [leftNumber, rightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (leftNumber && rightNumber) return Number(left) - Number(right);
    if (leftNumber !== rightNumber) return leftNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
