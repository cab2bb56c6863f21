import type { EnergyCorrectionRow, StationDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { CORRECTED_READS } from './corrected-reads.ts';
import { PreviewTable } from './preview-table.tsx';

interface RemoveCorrectionProps {
  station: StationDetail;
  row: EnergyCorrectionRow;
  onClose: () => void;
}

/** Takes an amount back, after a look at what becomes of the figures. */
export function RemoveCorrection({ station, row, onClose }: RemoveCorrectionProps) {
  const { t } = useTranslation('stations');
  const [revision] = useState(row.revision);
  const remove = useAction('removeEnergyCorrection', {
    quiet: true,
    invalidates: CORRECTED_READS,
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('corrections.removeTitle')}
      okText={t('corrections.remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: station.id, correctionId: row.id }, query: { revision } })}
      onClose={onClose}
    >
      <p>{t('corrections.removeAsk')}</p>
      <PreviewTable station={station} old={row} next={undefined} />
    </ActionDialog>
  );
}
