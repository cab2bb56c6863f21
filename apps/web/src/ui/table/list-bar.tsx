import type { ReactNode } from 'react';
import styles from './list-bar.module.css';

interface ListBarProps {
  /** What the list holds. Absent where filters say so. */
  hint?: string;
  /** Filters. */
  children?: ReactNode;
  /** The button that adds to the list. */
  action?: ReactNode;
}

/** What stands above a list: a hint or filters, and beside it the button that adds to the list. */
export function ListBar({ hint, children, action }: ListBarProps) {
  return (
    <div className={styles.bar}>
      {hint ? <p className={styles.hint}>{hint}</p> : children}
      {action}
    </div>
  );
}
