import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { StationField } from '../../../../parts/devices/station-field.tsx';
import { ActionDialog } from '../../../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../../../ui/notice/notice-store.ts';
import type { PlacementDialogProps } from './placed.ts';

/** Moves a device, with what hangs on it, to another station. */
export function MoveDialog({ device, onDone, onClose }: PlacementDialogProps) {
  const { t } = useTranslation('devices');
  const [station, setStation] = useState<{ id: number; name: string }>();
  const [tried, setTried] = useState(false);
  const { id, sn, children } = device;
  const move = useAction('moveDevice', {
    quiet: true,
    invalidates: ['getDevice', 'listDevices', 'getStation', 'listAlarms'],
    onDone(placed) {
      showNotice('success', t('place.move.done', { sn, station: station?.name ?? '' }));
      onDone(placed);
    },
  });
  return (
    <ActionDialog
      title={t('place.move.title', { sn })}
      okText={t('place.move.action')}
      busy={move.isPending}
      error={move.error}
      onOk={() => {
        setTried(true);
        if (station) move.mutate({ params: { id }, body: { stationId: station.id } });
      }}
      onClose={onClose}
    >
      <p>{t('place.move.hint')}</p>
      <p>{t('secret.rotate.hint')}</p>
      {children.length > 0 ? <p>{t('place.move.along', { n: children.length })}</p> : null}
      <StationField
        value={station}
        error={tried && !station ? t('add.stationProblem') : undefined}
        onChange={(chosen) => {
          setStation(chosen);
          move.reset();
        }}
      />
    </ActionDialog>
  );
}
