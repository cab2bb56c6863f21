import { LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import type { LabelMark } from './label-chips.tsx';
import { LabelChoices } from './label-choices.tsx';

const MOST = LIMITS.labelsPerObject;

interface LabelDialogProps {
  of: 'station' | 'device';
  id: number;
  labels: readonly LabelMark[];
  onClose: () => void;
}

/** Chooses which of the organisation's labels a station or device carries. */
export function LabelDialog({ of, id, labels, onClose }: LabelDialogProps) {
  const { t } = useTranslation('labels');
  const save = useSave(of, onClose);
  const [chosen, setChosen] = useState<readonly number[]>(labels.map((label) => label.id));
  const toggle = (labelId: number) =>
    setChosen(chosen.includes(labelId) ? chosen.filter((other) => other !== labelId) : [...chosen, labelId]);
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
      <LabelChoices
        tickOf={(label) => (chosen.includes(label.id) ? 'all' : 'none')}
        onToggle={(label) => toggle(label.id)}
      />
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
