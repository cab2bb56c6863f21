import type { ReactNode } from 'react';
import styles from './row-card.module.css';

interface RowCardProps {
  /** What names the row. */
  name: ReactNode;
  /** What can be done with it, beside the name. */
  action?: ReactNode;
  /** The less important facts, below the others. */
  note?: ReactNode;
  children?: ReactNode;
}

/** A row of a `DataTable` as a card, for narrow screens. */
export function RowCard({ name, action, note, children }: RowCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        {action}
      </div>
      {children}
      {note ? <div className={styles.muted}>{note}</div> : null}
    </div>
  );
}
