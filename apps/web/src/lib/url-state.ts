import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useRouter } from './router-context.ts';

/** How one field of a page's state is written in the address. `write` answers undefined for values that are left out. */
export interface UrlField<T> {
  read: (text: string | null) => T;
  write: (value: T) => string | undefined;
}

interface AnyField {
  read: (text: string | null) => unknown;
  write: (value: never) => string | undefined;
}
type Fields = Readonly<Record<string, AnyField>>;
type StateOf<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };

/** Any text; empty is left out. */
export const textField = (fallback = ''): UrlField<string> => ({
  read: (text) => text ?? fallback,
  write: (value) => (value === fallback ? undefined : value),
});

/** A whole number of at least 0, `page=3`. */
export const integerField = <F extends number | undefined>(fallback: F): UrlField<number | F> => ({
  read: (text) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : fallback),
  write: (value) => (value === fallback || value === undefined ? undefined : String(value)),
});

/** One of named values; anything else reads as the fallback. */
export const choiceField = <const V extends string, F extends V | undefined>(
  values: readonly V[],
  fallback: F,
): UrlField<V | F> => ({
  read: (text) => values.find((value) => value === text) ?? fallback,
  write: (value) => (value === fallback ? undefined : value),
});

/** Several of named values, `status=offline,alarm`; unknown ones are dropped. */
export const choicesField = <const V extends string>(values: readonly V[]): UrlField<readonly V[]> => ({
  read: (text) => (text ? values.filter((value) => text.split(',').includes(value)) : []),
  write: (chosen) => (chosen.length > 0 ? chosen.join(',') : undefined),
});

/** Free texts, `points=ac.power,pv1.voltage`. */
export const textsField = (): UrlField<readonly string[]> => ({
  read: (text) => (text ? text.split(',').filter(Boolean) : []),
  write: (texts) => (texts.length > 0 ? texts.join(',') : undefined),
});

/** A text of a known shape; anything else reads as none. */
export const shapedField = (isShaped: (text: string) => boolean): UrlField<string> => ({
  read: (text) => (text !== null && isShaped(text) ? text : ''),
  write: (value) => (value === '' ? undefined : value),
});

/** Ids, `label=3,7`; anything else between the commas is dropped. */
export const idsField = (): UrlField<readonly number[]> => ({
  read: (text) =>
    text
      ? text
          .split(',')
          .filter((part) => /^[1-9]\d{0,14}$/.test(part))
          .map(Number)
      : [],
  write: (ids) => (ids.length > 0 ? ids.join(',') : undefined),
});

/** Two moments, epoch milliseconds, `zoom=1763730000000-1763733600000`. */
export const momentsField = (): UrlField<{ from: number; to: number } | undefined> => ({
  read: (text) => {
    const [from, to] = (/^\d{1,14}-\d{1,14}$/.test(text ?? '') ? text! : '').split('-').map(Number);
    return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
  },
  write: (stretch) => stretch && `${Math.round(stretch.from)}-${Math.round(stretch.to)}`,
});

/** Yes or no, `list=1`. */
export const flagField = (): UrlField<boolean> => ({
  read: (text) => text === '1',
  write: (value) => (value ? '1' : undefined),
});

/**
 * A page's state, kept in the query of its address, so that a link shows the same. Declare `fields` outside the component.
 * The setter takes a part; `push` makes a step of its own for the back button. A part is added to the newest address, not to the one that
 * is drawn: on a slow machine the next change comes before the last one is on screen.
 */
export function useUrlState<const F extends Fields>(
  fields: F,
): [StateOf<F>, (change: Partial<StateOf<F>>, options?: { push?: boolean }) => void] {
  const router = useRouter();
  const { pathname, search } = useLocation();
  const state = useMemo(() => readFields(fields, new URLSearchParams(search)), [fields, search]);
  const set = useCallback(
    (change: Partial<StateOf<F>>, options: { push?: boolean } = {}) => {
      const newest = router.state.location;
      // Another page was opened meanwhile, which is not this one's to change.
      if (newest.pathname !== pathname) return;
      const next = writeFields(fields, new URLSearchParams(newest.search), change);
      void router.navigate({ pathname, search: next.toString() }, { replace: !options.push });
    },
    [fields, router, pathname],
  );
  return [state, set];
}

/** The state that a query says; an empty one says the fallbacks. */
export function readFields<F extends Fields>(fields: F, search: URLSearchParams): StateOf<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.read(search.get(name))]);
  return Object.fromEntries(entries) as StateOf<F>;
}

/** What a state says beside the fallbacks, as it stands in an address. */
export function fieldTexts<F extends Fields>(fields: F, state: StateOf<F>): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const text = field.write(state[name] as never);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

function writeFields<F extends Fields>(
  fields: F,
  search: URLSearchParams,
  change: Partial<StateOf<F>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    const text = fields[name]?.write(value as never);
    if (text === undefined) next.delete(name);
    else next.set(name, text);
  }
  return next;
}
