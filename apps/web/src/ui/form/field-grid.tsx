import type { ReactNode } from 'react';
import styles from './field-grid.module.css';

/** Fields side by side as far as there is room, otherwise one below the other. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
