import type { SavedView, StationColumn } from '@sunfleet/contract';
import { filterTexts, readFilters, type ListState } from '../list-state.ts';

/** What a view keeps of a list. No columns: the usual ones, as many as there is room for. */
export type ViewOf = Pick<SavedView, 'columns' | 'filters' | 'sort' | 'order'>;

/** The list as it is now. */
export const viewOf = (state: ListState, columns: readonly string[] | undefined): ViewOf => ({
  columns: [...(columns ?? [])] as StationColumn[],
  filters: filterTexts(state),
  sort: state.sort,
  order: state.order,
});

/** Filters and order of a view, as the list takes them. */
export const stateOf = ({ id, filters, sort, order }: SavedView) => ({
  ...readFilters(filters),
  sort,
  order,
  saved: id,
  page: 1,
});

/** Whether both show the same; the order in which columns were chosen means nothing. */
export function isSameView(one: ViewOf, other: ViewOf): boolean {
  return textOf(one) === textOf(other);
}

const textOf = ({ columns, filters, sort, order }: ViewOf): string =>
  JSON.stringify([columns.toSorted(), filterTexts(readFilters(filters)), sort, order]);
