import { markParts } from '../../ui/mark/mark-parts.ts';
import { createStored, type Stored } from '../../lib/stored.ts';
import type { Find } from './finds-of.ts';

const MOST = 6;

type Recent = Pick<Find, 'key' | 'title' | 'note' | 'path'>;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  (['key', 'title', 'note', 'path'] as const).every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** What an account opened out of the search lately, the newest first. It goes with the tab: the names of stations stay in no browser. */
export function recentFinds(accountId: number | null): Stored<readonly Recent[]> {
  return createStored<readonly Recent[]>({
    key: `sunfleet.finds.${accountId ?? 'visitor'}`,
    parse: (value) => (Array.isArray(value) ? value.filter(isRecent).slice(0, MOST) : undefined),
    fallback: [],
    storage: sessionStorage,
  });
}

/** With one that is opened now. A list of results is none of them. */
export const withRecent = (
  before: readonly Recent[],
  { key, group, title, note, path }: Find,
): readonly Recent[] =>
  group === 'all'
    ? before
    : [{ key, title, note, path }, ...before.filter((recent) => recent.key !== key)].slice(0, MOST);

/** Those whose title or note contains the text. */
export const recentOf = (recent: readonly Recent[], text: string): Find[] =>
  recent
    .filter(
      ({ title, note }) =>
        [title, note].some((each) => markParts(each, [text]).some(({ marked }) => marked)) || text === '',
    )
    .map((find) => ({ ...find, group: 'recent' }));
