import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { StatusIcon } from '../../ui/status/status-icon.tsx';
import { toneColor } from '../../ui/status/status-tone.ts';
import { type StatusKinds, toneOf } from './status-scale.ts';
import styles from './status-chips.module.css';

interface StatusChipsProps<K extends keyof StatusKinds> {
  /** What the statuses are of: `device`, `alarm`, … */
  of: K;
  /** In the order they are shown. */
  values: readonly StatusKinds[K][];
  /** Names the group for screen readers. */
  label: string;
  /** How many there are of each; unknown while they are read. */
  counts: Readonly<Record<StatusKinds[K], number>> | undefined;
  /** There may be more of each than was counted. */
  more?: boolean | undefined;
  chosen: readonly StatusKinds[K][];
  onChange: (chosen: readonly StatusKinds[K][]) => void;
}

/** How many are in each status; a click shows only those, another click all. */
export function StatusChips<K extends keyof StatusKinds>(props: StatusChipsProps<K>) {
  const { of, values, label, counts, more = false, chosen, onChange } = props;
  const { t } = useTranslation('common');
  const format = useFormat();
  const toggle = (value: StatusKinds[K]) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  const countOf = (count: number | undefined) =>
    more && count !== undefined ? `${format.number(count, 0)}+` : format.number(count, 0);
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          <span style={{ color: toneColor(toneOf(of, value)) }}>
            <StatusIcon tone={toneOf(of, value)} />
          </span>
          <span>{t(`status.${of}.${value}` as 'status.device.normal')}</span>{' '}
          <b>{countOf(counts?.[value])}</b>
        </button>
      ))}
    </div>
  );
}
