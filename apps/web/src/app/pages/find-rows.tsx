import { Link } from 'react-router';
import { FavouriteStar } from '../../parts/stations/favourite-star.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { Marked } from '../../ui/mark/marked.tsx';
import type { Find } from '../finder/finds-of.ts';
import styles from './search.module.css';

interface FindRowsProps {
  finds: readonly Find[];
  label: string;
  /** What is marked in them. */
  wanted: string;
  onOpen: (find: Find) => void;
}

/** Results one below the other, each a link to its page. */
export function FindRows({ finds, label, wanted, onOpen }: FindRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {finds.map((find) => {
        const sought = [wanted, ...(find.alike ?? [])];
        return (
          <li key={find.key} className={styles.row} data-row>
            {find.star ? (
              <FavouriteStar id={find.star.id} name={find.title} favourite={find.star.favourite} />
            ) : null}
            <Link className={styles.link} to={find.path} onClick={() => onOpen(find)}>
              <span className={styles.title}>
                <Marked text={find.title} of={sought} />
              </span>
              <span className={styles.note}>
                <Marked text={find.note} of={sought} />
              </span>
            </Link>
            {find.badge ? <StatusBadge {...find.badge} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
