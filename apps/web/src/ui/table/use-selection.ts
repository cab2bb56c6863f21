import { useEffect, useRef, useState } from 'react';
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
  /** How often a filter took something from it. */
  drops: number;
}

/** Rows to do something with at once. What is chosen stays so on other pages and in another order, and is dropped, in words, by another filter. */
export function useSelection<Row extends { id: number }>({
  rows,
  filter,
}: SelectionOptions<Row>): Selection<Row> {
  const { t } = useTranslation('common');
  const [held, setHeld] = useState<Held<Row>>({ filter, chosen: new Map(), choosing: false, drops: 0 });
  const { chosen, choosing, drops } = held;
  if (held.filter !== filter) {
    const dropped = chosen.size > 0 ? 1 : 0;
    setHeld({ filter, chosen: new Map(), choosing: false, drops: drops + dropped });
  }
  const told = useRef(0);
  useEffect(() => {
    if (drops > told.current) showNotice('info', t('table.selectionDropped'));
    told.current = drops;
  }, [drops, t]);
  const fresh = new Map(rows?.map((row) => [row.id, row]));
  return {
    rows: new Map([...chosen].map(([id, row]) => [id, fresh.get(id) ?? row])),
    choosing,
    setChoosing: (on) => setHeld({ ...held, choosing: on }),
    has: (row) => chosen.has(row.id),
    set(changed, on) {
      const next = new Map(chosen);
      for (const row of changed) {
        if (on(row)) next.set(row.id, row);
        else next.delete(row.id);
      }
      setHeld({ ...held, chosen: next });
    },
    clear: () => setHeld({ ...held, chosen: new Map(), choosing: false }),
  };
}
