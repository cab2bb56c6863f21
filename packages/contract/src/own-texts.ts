/** Texts that an installation has in place of those it came with: by domain, then by key. */
export type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What keeps a text from being used. */
export const TEXT_FAULTS = ['unknown', 'twice', 'empty', 'tooLong', 'placeholders', 'nesting'] as const;
export type TextFault = (typeof TEXT_FAULTS)[number];

const LONGEST = 5000;
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** What is wrong with a text that replaces another one: both name the same values, and neither calls other texts. */
export function textFault(
  key: string,
  original: string,
  text: string,
): Exclude<TextFault, 'unknown' | 'twice'> | undefined {
  if (text.trim() === '') return 'empty';
  if (text.length > LONGEST) return 'tooLong';
  if (text.includes('$t(')) return 'nesting';
  // A form of a number may say it in words.
  const free = PLURAL.test(key) ? ['count'] : [];
  const [wanted, given] = [original, text].map((one) => new Set([...placeholders(one), ...free]));
  const same = wanted!.size === given!.size && [...wanted!].every((name) => given!.has(name));
  return same && isClosed(text) ? undefined : 'placeholders';
}

/** Each with what it is formatted by: `{{time, day}}` is not `{{time}}`. */
const placeholders = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, name]) => name!.replaceAll(/\s/g, '')));

/** Braces stand around placeholders alone. */
const isClosed = (text: string): boolean => !/\{\{|\}\}/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ''));

/** Texts of a domain with those of the installation in their places; a key that the product no longer has is left out. */
export function withOwnTexts<T extends object>(
  texts: T,
  own: Readonly<Record<string, string>> | undefined,
): T {
  if (!own) return texts;
  const put = (node: object, path: string): object =>
    Object.fromEntries(
      Object.entries(node).map(([name, value]: [string, unknown]) => {
        const key = path + name;
        if (typeof value === 'string') return [name, own[key] ?? value];
        return [name, typeof value === 'object' && value !== null ? put(value, `${key}.`) : value];
      }),
    );
  return put(texts, '') as T;
}
