/** Entries of one list or object of a request, where its route names no others: as many readings as one push may have. */
export const MOST_ENTRIES = 5000;
/** Names of a path that an error tells. */
const DEEPEST_TOLD = 8;

/**
 * More marks on one letter than a script has (Unicode's stream-safe text, UAX 15). To bring a row of marks into their order, as everything does that
 * compares names, takes the square of its length. The last two are letters that become marks by it.
 */
const TOO_MANY_MARKS = /(?<![\p{M}\uFF9E\uFF9F])[\p{M}\uFF9E\uFF9F]{31}/u;

/** What is wrong with a value whatever its schema says, and where; `rule` is its key in the texts. */
export interface ValueFault {
  rule: 'textUnreadable' | 'tooManyEntries';
  path: string[];
}

/**
 * Finds the first text or name of a field that no store keeps (with a NUL character or with half of a character) or that nobody compares in time, and
 * the first list or object with more entries than any route takes: a schema looks at each of them, and tells what is wrong with each, before it counts
 * them. It goes without recursion, because callers choose how deep their value is.
 */
export function valueFault(value: unknown, most: number = MOST_ENTRIES): ValueFault | undefined {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    if (typeof next.value === 'string') {
      if (!isReadable(next.value)) return { rule: 'textUnreadable', path };
    } else if (typeof next.value === 'object' && next.value !== null) {
      const names = Object.keys(next.value);
      if (names.length > most) return { rule: 'tooManyEntries', path };
      const isList = Array.isArray(next.value);
      for (const name of names) {
        // Places in a list are numbers: to look at each of a few hundred thousand takes as long as all the rest.
        if (!isList && !isReadable(name)) return { rule: 'textUnreadable', path };
        const part = (next.value as Record<string, unknown>)[name];
        // Values without texts need no path of their own.
        if (typeof part === 'string' || typeof part === 'object')
          open.push({ value: part, path: path.length < DEEPEST_TOLD ? [...path, name] : path });
      }
    }
  }
  return undefined;
}

function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && !TOO_MANY_MARKS.test(text);
}
