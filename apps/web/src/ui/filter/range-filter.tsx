import type { Range } from '@sunfleet/contract';
import { InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './filter-panel.module.css';

interface RangeFilterProps {
  label: string;
  unit: string;
  range: Range<number>;
  onChange: (range: Range<number>) => void;
}

/** Two ends of a range. It counts when the field is left or Enter is pressed; ends in the wrong order say so and change nothing. */
export function RangeFilter({ label, unit, range, onChange }: RangeFilterProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const id = useId();
  const [typed, setTyped] = useState<Range<number>>();
  const draft = typed ?? range;
  const wrong = draft.from !== undefined && draft.to !== undefined && draft.from > draft.to;
  const commit = () => {
    if (typed === undefined || wrong) return;
    setTyped(undefined);
    onChange(typed);
  };
  const field = (end: 'from' | 'to') => (
    <InputNumber<number>
      className={styles.end}
      aria-label={`${label}: ${t(`filter.${end}`)}`}
      aria-describedby={wrong ? id : undefined}
      placeholder={t(`filter.${end}`)}
      value={draft[end] ?? null}
      status={wrong ? 'error' : ''}
      controls={false}
      decimalSeparator={format.decimal}
      onChange={(value) => {
        const { [end]: _, ...other } = draft;
        setTyped(value === null ? other : { ...other, [end]: value });
      }}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {label}
        {unit ? <span className={styles.unit}> {unit}</span> : null}
      </span>
      <div className={styles.ends}>
        {field('from')}
        <span aria-hidden>–</span>
        {field('to')}
      </div>
      {wrong ? (
        <p id={id} className={styles.wrong} role="alert">
          {t('filter.wrongOrder')}
        </p>
      ) : null}
    </div>
  );
}
