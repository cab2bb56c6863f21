import type { SavedListName, SavedView } from '@sunfleet/contract';

/** What a view keeps of a list. No columns: the usual ones, as many as there is room for. */
export type ViewOf = Pick<SavedView, 'columns' | 'filters' | 'sort' | 'order'>;

/** A list of which views are saved, as it is now. */
export interface SavedList {
  name: SavedListName;
  /** The table whose columns are kept under this name. */
  table: string;
  now: Pick<ViewOf, 'filters' | 'sort' | 'order'>;
  /** Id of the view that was opened last; 0: none. */
  saved: number;
  /** Filters as the list writes them, whatever order their texts have. */
  normal: (filters: ViewOf['filters']) => ViewOf['filters'];
  /** Shows filters and order of a view. */
  show: (view: SavedView) => void;
  /** Everything with the usual order and no view. */
  leave: () => void;
  setSaved: (id: number) => void;
}

/** Whether both show the same; the order in which columns were chosen means nothing. */
export function isSameView(one: ViewOf, other: ViewOf, normal: SavedList['normal']): boolean {
  const textOf = ({ columns, filters, sort, order }: ViewOf): string =>
    JSON.stringify([columns.toSorted(), normal(filters), sort, order]);
  return textOf(one) === textOf(other);
}
