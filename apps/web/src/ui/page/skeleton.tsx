import { useTranslation } from 'react-i18next';
import styles from './skeleton.module.css';

/** Lines of text to come. */
export function SkeletonBlock({ lines = 3 }: { lines?: number }) {
  return (
    <Busy>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ width: `${line % 3 === 2 ? 62 : 96}%` }} />
      ))}
    </Busy>
  );
}

/** A table to come, as many rows high. */
export function SkeletonTable({ rows = 8 }: { rows?: number }) {
  return (
    <Busy>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </Busy>
  );
}

/** A chart, map or picture to come. */
export function SkeletonArea({ height = 280 }: { height?: number | string }) {
  return (
    <Busy>
      <span className={styles.area} style={{ height }} />
    </Busy>
  );
}

function Busy({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')} className={styles.busy}>
      {children}
    </div>
  );
}
