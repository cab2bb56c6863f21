import type { DeviceKind } from '@sunfleet/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { lazyPart, loadChunk } from '../../lib/load-chunk.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { flagField, useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './devices.module.css';

const loadDialog = () => import('./add-device-dialog.tsx').then((part) => part.AddDeviceDialog);
const AddDeviceDialog = lazyPart(loadDialog);
const AddSeveralDialog = lazyPart(() =>
  import('./serials/add-several-dialog.tsx').then((part) => part.AddSeveralDialog),
);

/** `add=1`: the dialog is open, also after a new load and for whoever gets the link; `several=1`: that of many serial numbers. */
const FIELDS = { add: flagField(), several: flagField() };

/** Whether the account may do this at this very station, which a grant may not allow although the role does. */
export function useMayAtStation(
  stationId: number,
  permission: 'devices.create' | 'devices.edit' | 'devices.delete',
): boolean {
  const enabled = useMay(permission);
  const query = { id: stationId, type: 1 } as const;
  const authority = useCall('plantAuthority', { query }, { enabled: enabled && stationId > 0 });
  return authority.data?.permissions.includes(permission) ?? false;
}

/** Whether the account may add devices to this very station. */
export function useMayAddDevice(stationId: number): boolean {
  return useMayAtStation(stationId, 'devices.create');
}

interface AddDeviceProps {
  /** Without it, people choose a station in the dialog. */
  station?: { id: number; name: string };
}

/** The buttons that add a device or several, to this station or to one that is chosen in the dialog. */
export function AddDevice({ station }: AddDeviceProps) {
  const { t } = useTranslation('devices');
  const [{ add, several }, set] = useUrlState(FIELDS);
  // The secret of a device that was added is shown until somebody has kept it. It is gone with the page, so the address does not name it.
  const [showing, setShowing] = useState(false);
  const [loading, setLoading] = useState(false);
  const open = add || showing;
  const show = () => {
    setLoading(true);
    const opened = () => {
      setLoading(false);
      set({ add: true });
    };
    // What cannot be loaded is said where the dialog would be.
    void loadChunk(loadDialog).then(opened, opened);
  };
  return (
    <div className={station ? styles.head : styles.buttons}>
      <Button onClick={() => set({ several: true })}>{t('serials.action')}</Button>
      <Button kind="primary" aria-busy={loading || undefined} onClick={show}>
        {t('add.action')}
        {loading ? '…' : ''}
      </Button>
      <Suspense fallback={null}>
        {open ? (
          <AddDeviceDialog
            {...(station ? { station } : {})}
            onAdded={() => {
              setShowing(true);
              set({ add: false });
            }}
            onClose={() => {
              setShowing(false);
              if (add) set({ add: false });
            }}
          />
        ) : null}
        {several ? (
          <AddSeveralDialog {...(station ? { station } : {})} onClose={() => set({ several: false })} />
        ) : null}
      </Suspense>
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
      <Suspense fallback={null}>
        {open ? <AddDeviceDialog device={device} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </div>
  );
}
