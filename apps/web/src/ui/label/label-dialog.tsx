import type { Label } from '@sunfleet/contract';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { ActionDialog } from '../dialog/action-dialog.tsx';
import { Loaded } from '../page/page.tsx';
import { EmptyState } from '../page/states.tsx';
import { LabelChip, type LabelMark } from './label-chips.tsx';
import styles from './label.module.css';

/** As many as one object carries. */
const MOST = 20;
const MANAGEMENT = '/platformPro/service/labelManagement';

interface LabelDialogProps {
  of: 'station' | 'device';
  id: number;
  labels: readonly LabelMark[];
  onClose: () => void;
}

/** Chooses which of the organisation's labels a station or device carries. */
export function LabelDialog({ of, id, labels, onClose }: LabelDialogProps) {
  const { t } = useTranslation('labels');
  const known = useCall('listLabels', {});
  const save = useSave(of, onClose);
  const [chosen, setChosen] = useState<readonly number[]>(labels.map((label) => label.id));
  return (
    <ActionDialog
      title={t('edit')}
      okText={t('save')}
      busy={save.isPending}
      disabled={chosen.length > MOST}
      error={save.error}
      onOk={() => save.mutate({ params: { id }, body: { labelIds: [...chosen] } })}
      onClose={onClose}
    >
      <Loaded loading={known}>
        {known.data?.length === 0 ? (
          <EmptyState
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={<Link to={MANAGEMENT}>{t('title')}</Link>}
          />
        ) : (
          <Choices labels={known.data ?? []} chosen={chosen} onChange={setChosen} />
        )}
      </Loaded>
      <p>{t('chosen', { chosen: chosen.length, most: MOST })}</p>
    </ActionDialog>
  );
}

function useSave(of: 'station' | 'device', onDone: () => void) {
  const quiet = { quiet: true, onDone } as const;
  const station = useAction('labelStation', {
    ...quiet,
    invalidates: ['getStation', 'listStations', 'mapStations', 'listLabels'],
  });
  const device = useAction('labelDevice', {
    ...quiet,
    invalidates: ['getDevice', 'listDevices', 'listLabels'],
  });
  return of === 'station' ? station : device;
}

interface ChoicesProps {
  labels: readonly Label[];
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

function Choices({ labels, chosen, onChange }: ChoicesProps) {
  const toggle = (id: number, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <div className={styles.choices}>
      {labels.map((label) => (
        <Checkbox
          key={label.id}
          checked={chosen.includes(label.id)}
          onChange={(event) => toggle(label.id, event.target.checked)}
        >
          <LabelChip label={label} />
        </Checkbox>
      ))}
    </div>
  );
}
