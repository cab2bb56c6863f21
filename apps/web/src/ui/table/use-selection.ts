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
  /** Sets whether each of these rows is chosen. Other rows stay as they are. */
  set: (rows: readonly Row[], on: (row: Row) => boolean) => void;
  /** Clears the choice. */
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
  /** How often a filter has dropped chosen rows. */
  drops: number;
}

/** Rows that are handled together. The choice outlives paging and sorting. Another filter drops it, and a notice says so. */
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
