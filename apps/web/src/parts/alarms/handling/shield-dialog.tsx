import { type Alarm, isSafetyFault } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { useAlarmName } from '../alarm-name.ts';
import { ALARM_READS } from './alarm-reads.ts';
import { endOfShield, SHIELD_ENDS, type ShieldEnd } from './shield-end.ts';

/** Keeps the code of an alarm quiet, of its device or of all devices of its station, for a while or for good. */
export function ShieldDialog({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const nameOf = useAlarmName();
  const mayForGood = useMay('alarms.shieldPermanently');
  const [draft, setDraft] = useState({ of: 'device' as 'device' | 'station', date: '', reason: '' });
  const [end, setEnd] = useState<ShieldEnd>('week');
  const action = useAction('shieldAlarm', { quiet: true, invalidates: ALARM_READS, onDone: onClose });
  const errors = fieldErrors(action.error);
  const lacksDate = end === 'date' && draft.date === '';
  const save = () => {
    const until = endOfShield(end, { now: Date.now(), date: draft.date });
    action.mutate({ params: { id: alarm.id }, body: { of: draft.of, reason: draft.reason, until } });
  };
  const ends = SHIELD_ENDS.filter((one) => mayForGood || one !== 'permanent');
  return (
    <ActionDialog
      title={t('shield.title', { name: nameOf(alarm) })}
      okText={t('shield.save')}
      busy={action.isPending}
      disabled={lacksDate}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      <p>{t('shield.hint')}</p>
      {isSafetyFault(alarm.textKey) ? <p>{t('shield.safety')}</p> : null}
      <Choices
        label={t('shield.of')}
        value={draft.of}
        options={[
          { value: 'device', label: t('shield.device', { sn: alarm.device?.sn ?? '' }) },
          { value: 'station', label: t('shield.station', { name: alarm.station?.name ?? '' }) },
        ]}
        onChange={(of) => setDraft({ ...draft, of })}
      />
      <Choices
        label={t('shield.end')}
        value={end}
        options={ends.map((value) => ({ value, label: t(`shield.ends.${value}`) }))}
        onChange={setEnd}
      />
      {end === 'date' ? (
        <Field
          label={t('shield.date')}
          type="date"
          value={draft.date}
          error={errors['until']}
          onChange={(event) => setDraft({ ...draft, date: event.target.value })}
        />
      ) : null}
      <TextArea
        label={t('shield.reason')}
        rows={2}
        value={draft.reason}
        error={errors['reason']}
        onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
      />
    </ActionDialog>
  );
}
