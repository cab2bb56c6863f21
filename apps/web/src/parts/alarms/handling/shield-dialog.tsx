import { type Alarm, isSafetyFault, LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { useAlarmName } from '../alarm-name.ts';
import { ALARM_READS } from './alarm-reads.ts';
import { endOfShield, SHIELD_ENDS, type ShieldEnd } from './shield-end.ts';

interface ShieldDialogProps {
  alarms: readonly Alarm[];
  onDone?: () => void;
  onClose: () => void;
}

/** Keeps the codes of alarms quiet, of their devices, of all devices of their stations or of what carries a label, for a while or for good. */
export function ShieldDialog({ alarms, onDone, onClose }: ShieldDialogProps) {
  const { t } = useTranslation('alarms');
  const nameOf = useAlarmName();
  const mayForGood = useMay('alarms.shieldPermanently');
  const [draft, setDraft] = useState({ of: 'device' as ShieldOf, labelId: '', date: '', reason: '' });
  const [end, setEnd] = useState<ShieldEnd>('week');
  const action = useAction('shieldAlarms', {
    quiet: true,
    invalidates: ALARM_READS,
    onDone({ ids }) {
      if (alarms.length > 1 || draft.of === 'label')
        showNotice('success', t('shield.done', { n: ids.length }));
      onDone?.();
      onClose();
    },
  });
  const errors = fieldErrors(action.error);
  const tooMany = alarms.length > LIMITS.alarmsAtOnce;
  const lacksDate = end === 'date' && draft.date === '';
  const lacksLabel = draft.of === 'label' && draft.labelId === '';
  const save = () => {
    const until = endOfShield(end, { now: Date.now(), date: draft.date });
    const { of, reason } = draft;
    const labelId = of === 'label' ? Number(draft.labelId) : null;
    action.mutate({ body: { ids: alarms.map(({ id }) => id), of, labelId, reason, until } });
  };
  const ends = SHIELD_ENDS.filter((one) => mayForGood || one !== 'permanent');
  const [first] = alarms;
  return (
    <ActionDialog
      title={
        alarms.length === 1 && first
          ? t('shield.title', { name: nameOf(first) })
          : t('shield.several', { n: alarms.length })
      }
      okText={t('shield.save')}
      busy={action.isPending}
      disabled={lacksDate || lacksLabel || tooMany}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      <p>{t('shield.hint')}</p>
      {tooMany ? <p>{t('handling.tooMany', { most: LIMITS.alarmsAtOnce })}</p> : null}
      {alarms.some(({ textKey }) => isSafetyFault(textKey)) ? <p>{t('shield.safety')}</p> : null}
      <ShieldObject alarms={alarms} draft={draft} onChange={(of) => setDraft({ ...draft, ...of })} />
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

type ShieldOf = 'device' | 'station' | 'label';

interface ShieldObjectProps {
  alarms: readonly Alarm[];
  draft: { of: ShieldOf; labelId: string };
  onChange: (draft: { of: ShieldOf; labelId: string }) => void;
}

/** Of what the codes are kept quiet. */
function ShieldObject({ alarms, draft, onChange }: ShieldObjectProps) {
  const { t } = useTranslation('alarms');
  const professional = !usePersonal();
  const mayLabel = useMay('labels.view') && professional;
  const { data: labels = [] } = useCall('listLabels', {}, { enabled: mayLabel });
  const [first] = alarms;
  const several = alarms.length > 1;
  return (
    <>
      <Choices
        label={t('shield.of')}
        value={draft.of}
        options={[
          {
            value: 'device',
            label: several ? t('shield.eachDevice') : t('shield.device', { sn: first?.device?.sn ?? '' }),
          },
          {
            value: 'station',
            label: several
              ? t('shield.eachStation')
              : t('shield.station', { name: first?.station?.name ?? '' }),
          },
          ...(labels.length > 0
            ? [{ value: 'label' as const, label: t('shield.label'), hint: t('shield.labelHint') }]
            : []),
        ]}
        onChange={(of) => onChange({ ...draft, of })}
      />
      {draft.of === 'label' ? (
        <Choice
          label={t('shield.whichLabel')}
          value={draft.labelId}
          options={[
            { value: '', label: '' },
            ...labels.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(labelId) => onChange({ ...draft, labelId })}
        />
      ) : null}
    </>
  );
}
