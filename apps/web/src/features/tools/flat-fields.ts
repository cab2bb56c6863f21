/** A field of a frame by its name, as `npm run decode` writes it. */
export interface FlatField {
  name: string;
  value: string;
}

/** Fields of a frame one below the other, without the tables that are shown by themselves. */
export function flatFields(part: object, hidden: readonly string[] = [], before = ''): FlatField[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const name = before + key;
    if (value === undefined || hidden.includes(key)) return [];
    if (Array.isArray(value)) return [{ name, value: value.join(', ') }];
    return typeof value === 'object' && value !== null
      ? flatFields(value, hidden, `${name}.`)
      : [{ name, value: String(value) }];
  });
}
