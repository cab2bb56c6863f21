import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { lacksCurrency, stationFilter } from '../station-filters.ts';
import { id, idParam, STATION_COLUMNS, STATION_SORTS } from '../vocabulary.ts';

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
  name: z.string(),
  /** Keys of columns, in their order. */
  columns: z.array(z.enum(STATION_COLUMNS)),
  /** By name, as they stand in an address. */
  filters,
  sort: z.enum(STATION_SORTS),
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

const strictFilter = stationFilter.strict();
/** Whether each filter is one that the list has. */
export const listFilters = filters.superRefine((value, context) => {
  const read = strictFilter.safeParse(value);
  if (read.success) {
    if (lacksCurrency(read.data))
      context.addIssue({ code: 'custom', message: 'currency', params: { rule: 'revenueCurrencyMissing' } });
    return;
  }
  for (const issue of read.error.issues) {
    const path = issue.code === 'unrecognized_keys' ? issue.keys : issue.path;
    context.addIssue({ code: 'custom', message: issue.message, path, params: { rule: 'viewFilterUnknown' } });
  }
});

const fields = {
  name: ruled((text) => textRule(text, 'viewNameEmpty', 60)),
  columns: z.array(z.enum(STATION_COLUMNS)).max(STATION_COLUMNS.length),
  filters: listFilters,
  sort: z.enum(STATION_SORTS),
  order: z.enum(['asc', 'desc']),
  shared: z.boolean(),
};

export const listSavedViews = route({
  ...shared,
  method: 'GET',
  path: '/saved-views',
  summary:
    'Saved views of the list of stations: those of the caller and those that are shared with the organisation that the caller works for',
  output: z.array(savedView),
});

export const createSavedView = route({
  ...shared,
  method: 'POST',
  path: '/saved-views',
  summary: `Save a view of the list of stations; ${LIMITS.savedViews} at most of one person. Its name is unique among the caller's, and among those that are shared where it is shared`,
  body: z.object(fields),
  output: savedView,
});

export const updateSavedView = route({
  ...shared,
  method: 'PUT',
  path: '/saved-views/:id',
  summary: 'Change a saved view: by its author, and by administrators of the organisation where it is shared',
  params: idParam,
  body: z.object(fields).partial(),
  /** Null where the caller no longer sees it. */
  output: savedView.nullable(),
});

export const deleteSavedView = route({
  ...shared,
  method: 'DELETE',
  path: '/saved-views/:id',
  summary: 'Delete a saved view: by its author, and by administrators of the organisation where it is shared',
  params: idParam,
  output: z.null(),
});

export const chooseSavedView = route({
  ...shared,
  method: 'PUT',
  path: '/saved-views/:id/default',
  summary: "Let the caller's list of stations open with a saved view, or no longer",
  params: idParam,
  body: z.object({ isDefault: z.boolean() }),
  output: z.null(),
});
