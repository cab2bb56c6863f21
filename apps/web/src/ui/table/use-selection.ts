import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from '../notice/notice-store.ts';

/** Rows that were chosen, on whichever page they stand. */
export interface Selection<Row> {
  /** By id, each as it was last seen. */
  rows: ReadonlyMap<number, Row>;
  /** On a phone: cards show that they can be chosen. */
  choosing: boolean;
  setChoosing: (on: boolean) => void;
  has: (row: Row) => boolean;
  /** Says of each of these rows whether it is chosen; others stay as they are. */
  set: (rows: readonly Row[], on: (row: Row) => boolean) => void;
  /** Chooses nothing any more. */
  clear: () => void;
}

export interface SelectionOptions<Row> {
  /** The page on screen. */
  rows: readonly Row[] | undefined;
  /** What the list is filtered by, as text. Another filter makes another list, in which nothing is chosen. */
  filter: string;
}

interface Held<Row> {
  filter: string;
  chosen: ReadonlyMap<number, Row>;
  choosing: boolean;
}

/** Rows to do something with at once. What is chosen stays so on other pages and in another order, and is dropped, in words, by another filter. */
export function useSelection<Row extends { id: number }>({
  rows,
  filter,
}: SelectionOptions<Row>): Selection<Row> {
  const { t } = useTranslation('common');
  const none: Held<Row> = { filter, chosen: new Map(), choosing: false };
  const [held, setHeld] = useState(none);
  const current = held.filter === filter ? held : none;
  useEffect(() => {
    if (held.filter === filter) return;
    if (held.chosen.size > 0) showNotice('info', t('table.selectionDropped'));
    setHeld({ filter, chosen: new Map(), choosing: false });
  }, [held, filter, t]);
  const fresh = new Map(rows?.map((row) => [row.id, row]));
  return {
    rows: new Map([...current.chosen].map(([id, row]) => [id, fresh.get(id) ?? row])),
    choosing: current.choosing,
    setChoosing: (choosing) => setHeld({ ...current, choosing }),
    has: (row) => current.chosen.has(row.id),
    set(changed, on) {
      const chosen = new Map(current.chosen);
      for (const row of changed) {
        if (on(row)) chosen.set(row.id, row);
        else chosen.delete(row.id);
      }
      setHeld({ ...current, chosen });
    },
    clear: () => setHeld(none),
  };
}
