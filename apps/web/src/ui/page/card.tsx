import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  title?: ReactNode;
  /** At the right of the title. */
  extra?: ReactNode;
  /** Content reaches the edges, as tables and maps do. */
  flush?: boolean;
  children: ReactNode;
}

/** The one card level: a surface with a hairline border; a landmark region when it has a title. */
export function Card({ title, extra, flush = false, children }: CardProps) {
  const id = useId();
  const head = title ? (
    <header className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {extra ? <div className={styles.extra}>{extra}</div> : null}
    </header>
  ) : null;
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {head}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
