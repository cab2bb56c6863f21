import type { CatalogueRow } from './catalogue-rows.ts';
import { PointKey } from './point-key.tsx';
import { useCatalogueTexts } from './use-catalogue-texts.ts';
import styles from './catalogue.module.css';

/** A point on a phone. */
export function CatalogueCard({ row }: { row: CatalogueRow }) {
  const { nameOf, meaningOf } = useCatalogueTexts();
  return (
    <div className={styles.card}>
      <strong>
        {nameOf(row)}
        {row.unit ? ` (${row.unit})` : ''}
      </strong>
      <PointKey row={row} />
      <p className={styles.meaning}>{meaningOf(row)}</p>
    </div>
  );
}
