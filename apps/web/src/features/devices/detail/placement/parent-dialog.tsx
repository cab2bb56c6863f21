import type { DeviceDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useMayAtStation } from '../../../../parts/devices/add-device.tsx';
import { ParentField } from '../../../../parts/devices/parent-field.tsx';
import { ActionDialog } from '../../../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../../../ui/notice/notice-store.ts';
import type { PlacementDialogProps } from './placed.ts';

interface ParentDialogProps extends PlacementDialogProps {
  station: NonNullable<DeviceDetail['station']>;
}

/** Hangs a device on another logger of its station, or on none. */
export function ParentDialog({ device, station, onDone, onClose }: ParentDialogProps) {
  const { t } = useTranslation('devices');
  const { id, sn, kind, parent } = device;
  // Without a logger it gets a secret of its own, which is for those who may add devices.
  const mayAdd = useMayAtStation(station.id, 'devices.create');
  const [parentSn, setParentSn] = useState(parent?.sn ?? '');
  const hang = useAction('setDeviceParent', {
    quiet: true,
    invalidates: ['getDevice', 'listDevices'],
    onDone(placed) {
      showNotice('success', t('place.parent.done', { sn }));
      onDone(placed);
    },
  });
  return (
    <ActionDialog
      title={t('place.parent.title', { sn })}
      okText={t('place.parent.action')}
      busy={hang.isPending}
      disabled={parentSn === (parent?.sn ?? '')}
      error={hang.error}
      onOk={() => hang.mutate({ params: { id }, body: { parentSn: parentSn === '' ? null : parentSn } })}
      onClose={onClose}
    >
      <p>{t('place.parent.hint', { station: station.name })}</p>
      <ParentField
        draft={{ station, kind, parentSn }}
        mayBeNone={mayAdd || parent === null}
        onChange={setParentSn}
      />
    </ActionDialog>
  );
}
