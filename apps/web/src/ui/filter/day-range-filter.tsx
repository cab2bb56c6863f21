import { rangeText, readDayRange } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Field } from '../form/field.tsx';
import styles from './filter-panel.module.css';

interface DayRangeFilterProps {
  label: string;
  /** As it stands in an address; empty: no filter. */
  value: string;
  onChange: (range: string) => void;
}

/** Two days, of which one may be open. */
export function DayRangeFilter({ label, value, onChange }: DayRangeFilterProps) {
  const { t } = useTranslation('lists');
  const range = readDayRange(value) ?? {};
  const change = (end: 'from' | 'to', day: string) => {
    const next = rangeText({ ...range, [end]: day === '' ? undefined : day });
    // A day that is still being typed, or one that lies on the wrong side, waits for the other end.
    if (next === '' || readDayRange(next)) onChange(next);
  };
  return (
    <div className={styles.field} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={t(`filter.${end}`)}
            type="date"
            min={end === 'to' ? range.from : undefined}
            max={end === 'from' ? range.to : undefined}
            defaultValue={range[end] ?? ''}
            onChange={(event) => change(end, event.target.value)}
          />
        ))}
      </div>
    </div>
  );
}
