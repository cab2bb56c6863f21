import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { FormGroup, FormRow } from '../../ui/form/form-row.tsx';
import styles from './grant-dialog.module.css';
import { type GrantDraft, lastDayOf, latestDay, PERIODS } from './grant-draft.ts';

interface PeriodFieldProps {
  draft: Pick<GrantDraft, 'from' | 'until'>;
  today: string;
  onChange: (part: Partial<Pick<GrantDraft, 'from' | 'until'>>) => void;
  error: string | undefined;
}

/** From when until when, with the usual lengths one click away. */
export function PeriodField({ draft, today, onChange, error }: PeriodFieldProps) {
  const { t } = useTranslation('grants');
  const { from, until } = draft;
  const begin = (day: string) =>
    onChange({ from: day, ...(until < day ? { until: lastDayOf('year', day) } : {}) });
  return (
    <FormGroup label={t('period.title')}>
      <div className={styles.presets}>
        {PERIODS.map((period) => (
          <Button
            key={period}
            size="small"
            aria-pressed={until === lastDayOf(period, from)}
            onClick={() => onChange({ until: lastDayOf(period, from) })}
          >
            {t(`period.${period}`)}
          </Button>
        ))}
      </div>
      <div className={styles.dates}>
        <FormRow label={t('period.from')}>
          {(control) => (
            <DatePicker
              {...control}
              allowClear={false}
              value={dayjs(from)}
              minDate={dayjs(today)}
              onChange={(day) => day && begin(day.format('YYYY-MM-DD'))}
            />
          )}
        </FormRow>
        <FormRow label={t('period.until')} error={error} hint={t('period.hint')}>
          {(control) => (
            <DatePicker
              {...control}
              allowClear={false}
              value={dayjs(until)}
              minDate={dayjs(from)}
              maxDate={dayjs(latestDay(from))}
              onChange={(day) => day && onChange({ until: day.format('YYYY-MM-DD') })}
            />
          )}
        </FormRow>
      </div>
    </FormGroup>
  );
}
