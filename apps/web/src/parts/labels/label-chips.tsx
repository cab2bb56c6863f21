import type { StationRow } from '@sunfleet/contract';
import { UNKNOWN } from '../../lib/format/number.ts';
import styles from './label.module.css';

/** A label as lists carry it. */
export type LabelMark = StationRow['labels'][number];

/** A label: its colour beside its name. */
export function LabelChip({ label }: { label: Pick<LabelMark, 'name' | 'color'> }) {
  return (
    <span className={styles.chip}>
      <span className={styles.dot} style={{ background: label.color }} aria-hidden="true" />
      <span className={styles.name}>{label.name}</span>
    </span>
  );
}

/** The labels something carries; a dash where there are none. */
export function LabelChips({ labels }: { labels: readonly LabelMark[] }) {
  if (labels.length === 0) return UNKNOWN;
  return (
    <span className={styles.chips}>
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
    </span>
  );
}
