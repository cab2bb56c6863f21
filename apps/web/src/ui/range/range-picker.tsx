import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import {
  type DayRange,
  RANGE_PRESETS,
  type RangeChoice,
  type RangePreset,
  resolveRange,
  shiftRange,
} from '../../lib/time/range.ts';
import { isoDayAt, zoneName } from '../../lib/time/zone.ts';
import { useNow } from '../../lib/time/use-now.ts';
import styles from './range.module.css';

interface RangePickerProps {
  value: RangeChoice;
  onChange: (choice: RangeChoice) => void;
  /** IANA zone of the station: days are its days. */
  zone: string;
  /** Some of the presets, where a page shows one day or whole months only. */
  presets?: readonly RangePreset[];
}

/** The one range picker: named ranges, own days, one step earlier or later, and the zone it all is in. */
export function RangePicker({ value, onChange, zone, presets = RANGE_PRESETS }: RangePickerProps) {
  const { t } = useTranslation('common');
  const now = useNow(60_000);
  const today = isoDayAt(now, zone);
  const range = resolveRange(value, today);
  const options = [
    ...presets.map((preset) => ({ value: preset as string, label: t(`range.${preset}`) })),
    { value: 'custom', label: t('range.custom') },
  ];
  return (
    <div className={styles.range} role="group" aria-label={t('range.label')}>
      <Button
        icon={<LeftOutlined />}
        aria-label={t('range.previous')}
        onClick={() => onChange(shiftRange(range, -1))}
      />
      <Select
        className={styles.preset}
        aria-label={t('range.label')}
        value={typeof value === 'string' ? value : 'custom'}
        options={options}
        virtual={false}
        listHeight={400}
        onChange={(choice: string) => onChange(choice === 'custom' ? range : (choice as RangePreset))}
      />
      <Button
        icon={<RightOutlined />}
        aria-label={t('range.next')}
        disabled={range.to >= today}
        onClick={() => onChange(shiftRange(range, 1))}
      />
      {typeof value === 'string' ? null : <OwnDays range={range} today={today} onChange={onChange} />}
      <span className={styles.zone}>{t('range.zone', { zone: zoneName(zone, now) })}</span>
    </div>
  );
}

interface OwnDaysProps {
  range: DayRange;
  today: string;
  onChange: (range: DayRange) => void;
}

/** Two single pickers, because the panel of a double one does not fit a phone. */
function OwnDays({ range, today, onChange }: OwnDaysProps) {
  const { t } = useTranslation('common');
  const last = dayjs(today);
  const change = (end: 'from' | 'to', day: dayjs.Dayjs | null) => {
    if (!day) return;
    const next = { ...range, [end]: day.format('YYYY-MM-DD') };
    onChange(next.from <= next.to ? next : { from: next[end], to: next[end] });
  };
  return (
    <span className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <DatePicker
          key={end}
          aria-label={t(`range.${end}`)}
          allowClear={false}
          value={dayjs(range[end])}
          maxDate={last}
          onChange={(day) => change(end, day)}
        />
      ))}
    </span>
  );
}
