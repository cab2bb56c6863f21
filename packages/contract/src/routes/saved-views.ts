import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { SAVED_LIST_FACTS, SAVED_LISTS, type SavedListName } from '../saved-lists.ts';
import { id, idParam } from '../vocabulary.ts';

const shared = {
  tag: 'savedViews',
  auth: 'session',
  permission: 'any',
  scope: 'organisation',
  forPeople: true,
} as const;

const filters = z.record(z.string().max(40), z.string().max(500));

export const savedView = z.object({
  id,
  /** Of which list it is. */
  list: z.enum(SAVED_LISTS),
  name: z.string(),
  /** Keys of columns, in their order. */
  columns: z.array(z.string()),
  /** By name, as they stand in an address. */
  filters,
  sort: z.string(),
  order: z.enum(['asc', 'desc']),
  /** Seen by everybody who works for the organisation. */
  shared: z.boolean(),
  /** Who made it; null: the caller. */
  author: z.string().nullable(),
  editable: z.boolean(),
  /** The caller's list opens with it. */
  isDefault: z.boolean(),
  /** Columns, filters and an order that are left out, because they no longer exist or the caller may not see them. */
  gone: z.array(z.string()),
});
export type SavedView = z.infer<typeof savedView>;

type Issues = z.core.$RefinementCtx;
type Filters = z.infer<typeof filters>;

function checkFilters(
  list: SavedListName,
  value: Filters,
  { path, context }: { path: string[]; context: Issues },
) {
  const { filter, lacksCurrency } = SAVED_LIST_FACTS[list];
  const read = filter.strict().safeParse(value);
  const tell = (at: PropertyKey[], message: string, rule: string) =>
    context.addIssue({ code: 'custom', message, path: [...path, ...at], params: { rule } });
  if (read.success) {
    if (lacksCurrency(value, '')) tell([], 'currency', 'revenueCurrencyMissing');
    return;
  }
  for (const issue of read.error.issues)
    tell(issue.code === 'unrecognized_keys' ? issue.keys : issue.path, issue.message, 'viewFilterUnknown');
}

/** Whether each filter is one that the list of stations has. */
export const listFilters = filters.superRefine((value, context) =>
  checkFilters('stations', value, { path: [], context }),
);

const fields = {
  name: ruled((text) => textRule(text, 'viewNameEmpty', 60)),
  columns: z.array(z.string()).max(100),
  filters,
  sort: z.string(),
  order: z.enum(['asc', 'desc']),
  shared: z.boolean(),
};
const list = z.enum(SAVED_LISTS).default('stations');

type Kept = { list: SavedListName; columns?: string[]; filters?: Filters; sort?: string };

/** Whether all that a view keeps is what its list has. */
function checkKept({ list: of, columns = [], filters: kept, sort }: Kept, context: Issues): void {
  const facts = SAVED_LIST_FACTS[of];
  const unknown = (path: (string | number)[]) =>
    context.addIssue({ code: 'custom', message: 'unknown', path, params: { rule: 'viewFilterUnknown' } });
  for (const [at, column] of columns.entries()) if (!facts.columns.includes(column)) unknown(['columns', at]);
  if (sort !== undefined && !facts.sorts.includes(sort)) unknown(['sort']);
  if (kept) checkFilters(of, kept, { path: ['filters'], context });
}

export const listSavedViews = route({
  ...shared,
  method: 'GET',
  path: '/saved-views',
  summary:
    'Saved views of lists: those of the caller and those that are shared with the organisation that the caller works for',
  query: z.object({ list: z.enum(SAVED_LISTS).optional() }),
  output: z.array(savedView),
});

export const createSavedView = route({
  ...shared,
  method: 'POST',
  path: '/saved-views',
  reach: 'part',
  summary: `Save a view of a list; ${LIMITS.savedViews} at most of one person. Its name is unique among the caller's of the list, and among those that are shared where it is shared`,
  body: z.object({ list, ...fields }).superRefine(checkKept),
  output: savedView,
});

export const updateSavedView = route({
  ...shared,
  method: 'PUT',
  path: '/saved-views/:id',
  reach: 'part',
  summary: 'Change a saved view: by its author, and by administrators of the organisation where it is shared',
  params: idParam,
  /** The list that it is of: columns, filters and order are judged by it. */
  body: z.object(fields).partial().extend({ list }).superRefine(checkKept),
  /** Null where the caller no longer sees it. */
  output: savedView.nullable(),
});

export const deleteSavedView = route({
  ...shared,
  method: 'DELETE',
  path: '/saved-views/:id',
  reach: 'part',
  summary: 'Delete a saved view: by its author, and by administrators of the organisation where it is shared',
  params: idParam,
  output: z.null(),
});

export const chooseSavedView = route({
  ...shared,
  method: 'PUT',
  path: '/saved-views/:id/default',
  reach: 'part',
  summary: "Let the caller's list open with a saved view, or no longer",
  params: idParam,
  body: z.object({ isDefault: z.boolean() }),
  output: z.null(),
});
