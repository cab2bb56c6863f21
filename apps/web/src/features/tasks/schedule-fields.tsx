import { TASK_SCHEDULES } from '@sunfleet/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';
import { dayName } from './schedule-text.ts';
import { draftFaults, scheduleOf, type TaskDraft } from './task-draft.ts';
import styles from './tasks.module.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7];

interface ScheduleFieldsProps {
  draft: TaskDraft;
  errorOf: (field: keyof TaskDraft) => string | undefined;
  onChange: (change: Partial<TaskDraft>) => void;
}

/** When a task begins, with its next five times. */
export function ScheduleFields({ draft, errorOf, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('tasks');
  const { kind } = draft;
  const typed = (field: 'at' | 'time' | 'expression', type: string) => (
    <Field
      type={type}
      label={t(`field.${field}`)}
      value={draft[field]}
      autoComplete="off"
      error={errorOf(field)}
      {...(field === 'expression' ? { hint: t('cronHint') } : {})}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
  return (
    <>
      <div className={styles.fields}>
        <Choice
          label={t('column.schedule')}
          value={kind}
          options={TASK_SCHEDULES.map((value) => ({ value, label: t(`schedule.${value}`) }))}
          onChange={(value) => onChange({ kind: TASK_SCHEDULES.find((one) => one === value) ?? kind })}
        />
        {kind === 'once' ? typed('at', 'datetime-local') : null}
        {kind === 'daily' || kind === 'weekly' ? typed('time', 'time') : null}
        {kind === 'cron' ? typed('expression', 'text') : null}
      </div>
      {kind === 'weekly' ? <Days draft={draft} error={errorOf('days')} onChange={onChange} /> : null}
      {kind === 'now' ? null : (
        <>
          <Zone value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
          <Next draft={draft} />
        </>
      )}
    </>
  );
}

interface DaysProps {
  draft: TaskDraft;
  error: string | undefined;
  onChange: (change: Partial<TaskDraft>) => void;
}

function Days({ draft: { days }, error, onChange }: DaysProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{t('field.days')}</legend>
      {DAYS.map((day) => (
        <Check
          key={day}
          label={dayName(format, day)}
          checked={days.includes(day)}
          onChange={(on) => onChange({ days: on ? [...days, day] : days.filter((one) => one !== day) })}
        />
      ))}
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
}

function Zone({ value, onChange }: { value: string; onChange: (timeZone: string) => void }) {
  const { t } = useTranslation('tasks');
  return (
    <FormRow label={t('field.timeZone')}>
      {(control) => (
        <Select
          {...control}
          showSearch
          value={value}
          options={[...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
            value: zone,
            label: zone,
          }))}
          onChange={onChange}
        />
      )}
    </FormRow>
  );
}

function Next({ draft }: { draft: TaskDraft }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const asked = useDelayed(JSON.stringify({ schedule: scheduleOf(draft), timeZone: draft.timeZone }), 250);
  const faults = draftFaults(draft);
  const isPlanned = !(['at', 'time', 'days'] as const).some((field) => faults.has(field));
  const { data, error } = useCall(
    'previewTask',
    { body: JSON.parse(asked) as { schedule: ReturnType<typeof scheduleOf>; timeZone: string } },
    { enabled: isPlanned, keepPrevious: true },
  );
  if (!isPlanned) return null;
  if (error) return <FormFailure error={error} />;
  return (
    <div role="status">
      <strong>{t('next')}</strong>
      {data?.next.length === 0 ? <p className={styles.muted}>{t('noNext')}</p> : null}
      <ul className={styles.list}>
        {data?.next.map((at) => (
          <li key={at}>{format.dateTime(at, draft.timeZone)}</li>
        ))}
      </ul>
    </div>
  );
}
