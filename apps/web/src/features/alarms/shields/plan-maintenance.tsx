import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { ALARM_READS } from '../../../parts/alarms/handling/alarm-reads.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';

interface Draft {
  stationIds: number[];
  /** As the browser's field writes them, by the clock of whoever reads. */
  from: string;
  until: string;
  reason: string;
}

/** Keeps stations quiet while somebody works there. */
export function PlanMaintenance({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const [draft, setDraft] = useState<Draft>({ stationIds: [], from: '', until: '', reason: '' });
  const [q, find] = useState('');
  const query = { page: 1, pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const stations = useCall('listStations', { query }, { keepPrevious: true });
  const action = useAction('planMaintenance', { quiet: true, invalidates: ALARM_READS, onDone: onClose });
  const errors = fieldErrors(action.error);
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const { stationIds, from, until, reason } = draft;
  const save = () =>
    action.mutate({
      body: { stationIds, from: new Date(from).getTime(), until: new Date(until).getTime(), reason },
    });
  const time = (field: 'from' | 'until') => (
    <Field
      type="datetime-local"
      label={t(`shields.maintenance.${field}`)}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
  return (
    <ActionDialog
      title={t('shields.maintenance.plan')}
      okText={t('shields.maintenance.plan')}
      busy={action.isPending}
      disabled={stationIds.length === 0 || from === '' || until === ''}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      <p>{t('shields.maintenance.hint')}</p>
      <ChooseMany
        label={t('column.station')}
        chosen={stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={find}
        onChange={(ids) => change({ stationIds: ids })}
      />
      {time('from')}
      {time('until')}
      <TextArea
        label={t('shield.reason')}
        rows={2}
        value={reason}
        error={errors['reason']}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </ActionDialog>
  );
}
