import type { ReactNode } from 'react';
import styles from './tag.module.css';

interface TagProps {
  /** `strong`: what must not be overlooked. */
  kind?: 'plain' | 'strong';
  title?: string;
  children: ReactNode;
}

/** A word about an object, beside its name. */
export function Tag({ kind = 'plain', title, children }: TagProps) {
  return (
    <span className={styles.tag} data-kind={kind} title={title}>
      {children}
    </span>
  );
}
