import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../lib/time/zone.ts';
import styles from './period-stepper.module.css';

interface DayStepperProps {
  /** Local day of the station, as is `today`. */
  day: string;
  today: string;
  zone: string;
  onChange: (day: string) => void;
}

/** One local day: a step back, a step forth, or any other. */
export function DayStepper({ day, today, zone, onChange }: DayStepperProps) {
  const { t } = useTranslation('common');
  return (
    <span
      className={styles.stepper}
      role="group"
      aria-label={t('range.label')}
      title={t('range.zone', { zone })}
    >
      <Button
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('range.previous')}
        onClick={() => onChange(addDays(day, -1))}
      />
      <DatePicker
        size="small"
        allowClear={false}
        aria-label={t('range.from')}
        value={dayjs(day)}
        maxDate={dayjs(today)}
        onChange={(next: dayjs.Dayjs | null) => next && onChange(next.format('YYYY-MM-DD'))}
      />
      <Button
        size="small"
        icon={<RightOutlined />}
        aria-label={t('range.next')}
        disabled={day >= today}
        onClick={() => onChange(addDays(day, 1))}
      />
    </span>
  );
}
