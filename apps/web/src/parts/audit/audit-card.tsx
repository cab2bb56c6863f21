import type { AuditEntry } from '@sunfleet/contract';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './audit.module.css';
import { ActorName, ObjectLink, Outcome } from './entry-parts.tsx';
import { useActionText } from './use-action-text.ts';

/** An entry on a phone. */
export function AuditCard({ entry, zone }: { entry: AuditEntry; zone: string }) {
  const textOf = useActionText();
  const format = useFormat();
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <strong>{textOf(entry.action)}</strong>
        <Outcome entry={entry} />
      </div>
      <div>
        <ActorName entry={entry} />
      </div>
      <div className={styles.cardHead}>
        <span>
          <ObjectLink entry={entry} />
        </span>
        <span className={styles.muted}>{format.dateTime(entry.at, zone)}</span>
      </div>
    </div>
  );
}
