import type { DeviceKind } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import styles from './devices.module.css';

/** Whether the account may do this at this very station, which a grant may not allow although the role does. */
export function useMayAtStation(stationId: number, permission: 'devices.create' | 'devices.delete'): boolean {
  const enabled = useMay(permission);
  const authority = useCall('plantAuthority', { query: { id: stationId, type: 1 } }, { enabled });
  return authority.data?.permissions.includes(permission) ?? false;
}

/** Whether the account may add devices to this very station. */
export function useMayAddDevice(stationId: number): boolean {
  return useMayAtStation(stationId, 'devices.create');
}

/** The button that adds a device to a station. */
export function AddDevice({ station }: { station: { id: number; name: string } }) {
  const { t } = useTranslation('devices');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.head}>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('add.action')}
      </Button>
      {open ? <AddDeviceDialog station={station} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** The button that binds a device to a station, for accounts that may do so at any station. */
export function BindDevice({ device }: { device: { sn: string; kind: DeviceKind } }) {
  const { t } = useTranslation('devices');
  const mayAdd = useMay('devices.create');
  const [open, setOpen] = useState(false);
  if (!mayAdd) return null;
  return (
    <div className={styles.bind}>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('add.bind')}
      </Button>
      {open ? <AddDeviceDialog device={device} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
