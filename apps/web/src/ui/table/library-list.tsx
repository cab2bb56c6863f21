import type { CallError } from '@sunfleet/api-client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FilterRow, SearchFilter } from '../filter/filters.tsx';
import { ErrorState, NoMatch } from '../page/states.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTable } from './data-table.tsx';

interface LibraryState {
  q: string;
  page: number;
  pageSize: number;
  /** Undefined: it is always in the order of names. */
  sort?: string;
  order?: 'asc' | 'desc';
}

interface LibraryListProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'name' | 'columns' | 'rowKey' | 'card'
> {
  list: UseQueryResult<{ rows: Row[]; total: number }, CallError>;
  /** As the address holds it. */
  state: LibraryState;
  onState: (change: Partial<LibraryState>) => void;
  /** Label of the search. */
  search: string;
  /** Filters beside the search. */
  filters?: ReactNode;
  /** Whether search or filters leave something out, and how they end. */
  narrowed: boolean;
  onClear: () => void;
  /** What is shown where there is nothing yet. */
  empty: ReactNode;
  /** Page of a row. */
  addressOf?: (row: Row) => string;
}

/** A list of what an organisation keeps, as products and batches: found by a text, page by page, with an empty and a failed state. */
export function LibraryList<Row extends object>(props: LibraryListProps<Row>) {
  const { list, state, onState, search, filters, narrowed, onClear, empty, addressOf, ...table } = props;
  const navigate = useNavigate();
  const { q, page, pageSize, sort = 'name', order = 'asc' } = state;
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />;
  return (
    <DataTable<Row>
      {...table}
      rows={list.data?.rows}
      total={list.data?.total ?? 0}
      state={{ page, pageSize, sort, order }}
      onState={(change) => onState(change)}
      busy={list.isPlaceholderData}
      {...(addressOf ? { onOpen: (row: Row) => void navigate(addressOf(row)) } : {})}
      tools={
        <FilterRow>
          <SearchFilter label={search} value={q} onChange={(text) => onState({ q: text, page: 1 })} />
          {filters}
        </FilterRow>
      }
      empty={narrowed ? <NoMatch onClear={onClear} /> : empty}
    />
  );
}
