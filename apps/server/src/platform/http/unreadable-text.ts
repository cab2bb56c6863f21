/**
 * Where a value, parsed from JSON or from an address, has the first text or name of a field that no store keeps: one with a NUL character
 * or with half of a character. Undefined where there is none. It goes without recursion, because callers choose how deep their value is.
 */
export function unreadableText(value: unknown): string[] | undefined {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    if (typeof next.value === 'string') {
      if (!isReadable(next.value)) return path;
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, part] of Object.entries(next.value)) {
        if (!isReadable(name)) return path;
        // Values without texts need no path of their own.
        if (typeof part === 'string' || typeof part === 'object')
          open.push({ value: part, path: path.length < DEEPEST_TOLD ? [...path, name] : path });
      }
    }
  }
  return undefined;
}

/** Names of a path that an error tells. */
const DEEPEST_TOLD = 8;

function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
