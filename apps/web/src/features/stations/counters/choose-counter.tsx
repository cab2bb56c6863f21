import {
  type CounterChoice,
  LIMITS,
  STATION_COUNTERS,
  type StationCounter,
  type StationDetail,
} from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import styles from './counters.module.css';

interface ChooseCounterProps {
  station: StationDetail;
  /** As it was opened: a choice of somebody else since then is refused and not overruled unseen. */
  newest: CounterChoice | undefined;
  samplesSince: string | null;
  onClose: () => void;
}

const SPANS = ['always', 'since'] as const;

/** Decides which counter counts, from when on and why. */
export function ChooseCounter({ station, newest, samplesSince, onClose }: ChooseCounterProps) {
  const { t } = useTranslation('counters');
  const format = useFormat();
  const [counter, setCounter] = useState<StationCounter>(newest?.counter ?? 'automatic');
  const [span, setSpan] = useState<(typeof SPANS)[number]>('always');
  const [day, setDay] = useState(station.today);
  const [reason, setReason] = useState('');
  const [newestId] = useState(newest?.id ?? 0);
  const choose = useAction('chooseCounter', {
    quiet: true,
    invalidates: ['listCounterChoices', 'getStation', 'stationEnergy'],
    onDone: onClose,
  });
  const errors = fieldErrors(choose.error);
  const save = () =>
    choose.mutate({
      params: { id: station.id },
      body: { counter, from: span === 'always' ? null : day, reason, newest: newestId },
    });
  return (
    <ActionDialog
      title={t('choose')}
      okText={t('save')}
      busy={choose.isPending}
      error={choose.error}
      onOk={save}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Choices
          label={t('which')}
          value={counter}
          options={STATION_COUNTERS.map((value) => ({
            value,
            label: t(`counter.${value}`),
            hint: t(`hint.${value}`),
          }))}
          onChange={setCounter}
        />
        {errors['counter'] ? <p className={styles.wrong}>{errors['counter']}</p> : null}
        <Choices
          label={t('when')}
          value={span}
          options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
          onChange={setSpan}
        />
        {span === 'since' ? (
          <Field
            label={t('day')}
            type="date"
            max={station.today}
            value={day}
            error={errors['from']}
            onChange={(event) => setDay(event.target.value)}
          />
        ) : null}
        <TextArea
          label={t('reason')}
          maxLength={LIMITS.correctionReason}
          value={reason}
          error={errors['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className={styles.hint}>
          {t('follows')} {samplesSince ? t('samplesSince', { day: format.day(samplesSince) }) : null}
        </p>
      </div>
    </ActionDialog>
  );
}
