import { Copied } from '../../../ui/copy/copied.tsx';
import type { CatalogueRow } from './catalogue-rows.ts';
import styles from './catalogue.module.css';

/** The key to report, to be copied; of a family the first and the last. */
export function PointKey({ row: { key, family } }: { row: CatalogueRow }) {
  return (
    <span className={styles.key}>
      <Copied text={key} />
      {family ? (
        <>
          {' – '}
          <code>{family.last}</code>
        </>
      ) : null}
    </span>
  );
}
