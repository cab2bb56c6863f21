import type { Alarm } from '@sunfleet/contract';
import { LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { ALARM_READS } from './alarm-reads.ts';

interface AssignDialogProps {
  alarms: readonly Alarm[];
  onDone?: () => void;
  onClose: () => void;
}

/** Gives alarms to somebody who may handle all of them, or to nobody. */
export function AssignDialog({ alarms, onDone, onClose }: AssignDialogProps) {
  const { t } = useTranslation('alarms');
  const me = useAccount().id;
  const ids = alarms.map(({ id }) => id);
  const tooMany = ids.length > LIMITS.alarmsAtOnce;
  const people = useCall('listAlarmAssignees', { query: { ids } }, { enabled: !tooMany });
  const [first] = alarms;
  const [chosen, setChosen] = useState(alarms.length === 1 ? String(first?.assignee?.id ?? '') : '');
  const [note, setNote] = useState('');
  const action = useAction('assignAlarms', {
    quiet: true,
    invalidates: ALARM_READS,
    onDone({ changed }) {
      showNotice('success', t('assign.done', { n: changed }));
      onDone?.();
      onClose();
    },
  });
  const save = () => action.mutate({ body: { ids, userId: chosen === '' ? null : Number(chosen), note } });
  return (
    <ActionDialog
      title={t('assign.title', { n: ids.length })}
      okText={t('assign.do')}
      busy={action.isPending}
      disabled={tooMany || !people.data}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      {tooMany ? <p>{t('handling.tooMany', { most: LIMITS.alarmsAtOnce })}</p> : null}
      {tooMany ? null : (
        <Loaded loading={people}>
          <p>{t(people.data?.length === 0 ? 'assign.nobodyElse' : 'assign.hint')}</p>
          <Choice
            label={t('assign.to')}
            value={chosen}
            options={[
              { value: '', label: t('assign.nobody') },
              ...(people.data ?? []).map(({ id, name }) => ({
                value: String(id),
                label: id === me ? t('assign.me', { name }) : name,
              })),
            ]}
            onChange={setChosen}
          />
          <TextArea
            label={t('handling.note')}
            rows={3}
            value={note}
            error={fieldErrors(action.error)['note']}
            onChange={(event) => setNote(event.target.value)}
          />
        </Loaded>
      )}
    </ActionDialog>
  );
}
