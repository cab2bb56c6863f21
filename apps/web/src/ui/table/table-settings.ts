import { createStored, type Stored } from '../../lib/stored.ts';

export type Density = 'comfortable' | 'compact';

/** Row height of every table. */
export const storedDensity = createStored<Density>({
  key: 'sunfleet.density',
  parse: (value) => (value === 'compact' || value === 'comfortable' ? value : undefined),
  fallback: 'compact',
});

const stores = new Map<string, Stored<readonly string[] | undefined>>();

/** Keys of the columns one account sees in one table; undefined until it has chosen. */
export function storedColumns(
  table: string,
  accountId: number | null,
): Stored<readonly string[] | undefined> {
  const key = `sunfleet.columns.${table}.${accountId ?? 'visitor'}`;
  let stored = stores.get(key);
  if (!stored) {
    stored = createStored<readonly string[] | undefined>({
      key,
      parse: (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined),
      fallback: undefined,
    });
    stores.set(key, stored);
  }
  return stored;
}
