import { ADDRESSES, type DeviceDetail, type DeviceSecretState } from '@sunfleet/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useMayAtStation } from '../../../parts/devices/add-device.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import styles from './detail.module.css';

const DeviceSecret = lazyPart(() =>
  import('../../../parts/devices/device-secret.tsx').then((part) => part.DeviceSecret),
);

interface ActionsProps {
  device: DeviceDetail;
  secret: DeviceSecretState;
}

type Action = 'rotate' | 'endOld' | 'revoke' | 'unbind';

/** What can be done with the secret of a device, each after it was confirmed. */
export function SecretActions({ device, secret }: ActionsProps) {
  const { station } = device;
  const { t } = useTranslation('devices');
  const mayUnbind = useMayAtStation(station?.id ?? 0, 'devices.delete');
  const [open, setOpen] = useState<Action>();
  const actions = actionsOf(device, secret, mayUnbind);
  const dialog = { device, zone: station?.timeZone, onClose: () => setOpen(undefined) };
  return (
    <>
      <div className={styles.actions}>
        {actions.map((action) => (
          <Button key={action} onClick={() => setOpen(action)}>
            {t(`secret.${action}.action`)}
          </Button>
        ))}
      </div>
      {open === 'rotate' ? <Rotate {...dialog} /> : null}
      {open === 'endOld' ? <Confirm {...dialog} action="endOld" route="endOldDeviceSecret" /> : null}
      {open === 'revoke' ? <Confirm {...dialog} action="revoke" route="revokeDeviceSecret" /> : null}
      {open === 'unbind' ? <Unbind {...dialog} /> : null}
    </>
  );
}

function actionsOf(device: DeviceDetail, { state }: DeviceSecretState, mayUnbind: boolean): Action[] {
  const own = state !== 'none' || device.parent === null;
  return [
    ...(own ? (['rotate'] as const) : []),
    ...(state === 'changing' ? (['endOld'] as const) : []),
    ...(own && state !== 'revoked' && state !== 'none' ? (['revoke'] as const) : []),
    ...(mayUnbind ? (['unbind'] as const) : []),
  ];
}

interface DialogProps {
  device: DeviceDetail;
  zone: string | undefined;
  onClose: () => void;
}

/** Makes a new secret and shows it once. */
function Rotate({ device, zone, onClose }: DialogProps) {
  const { id, sn } = device;
  const { t } = useTranslation('devices');
  const format = useFormat();
  const rotate = useAction('rotateDeviceSecret', { quiet: true, invalidates: ['getDeviceSecret'] });
  if (rotate.data) {
    const { secret, oldUntil } = rotate.data;
    const hint = oldUntil === null ? undefined : t('secret.made', { time: format.dateTime(oldUntil, zone) });
    return (
      <Suspense fallback={null}>
        <DeviceSecret device={device} secret={secret} hint={hint} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <ActionDialog
      title={t('secret.rotate.title', { sn })}
      okText={t('secret.rotate.action')}
      busy={rotate.isPending}
      error={rotate.error}
      onOk={() => rotate.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t('secret.rotate.hint')}</p>
    </ActionDialog>
  );
}

interface ConfirmProps extends DialogProps {
  action: 'endOld' | 'revoke';
  route: 'endOldDeviceSecret' | 'revokeDeviceSecret';
}

/** Takes a secret away from whoever uses it. */
function Confirm({ device: { id, sn }, action, route, onClose }: ConfirmProps) {
  const { t } = useTranslation('devices');
  const end = useAction(route, { quiet: true, invalidates: ['getDeviceSecret'], onDone: onClose });
  return (
    <ActionDialog
      danger
      title={t(`secret.${action}.title`, { sn })}
      okText={t(`secret.${action}.action`)}
      busy={end.isPending}
      error={end.error}
      onOk={() => end.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t(`secret.${action}.hint`)}</p>
    </ActionDialog>
  );
}

/** Takes the device out of its station; its page is gone for those who saw it there. */
function Unbind({ device: { id, sn, station }, onClose }: DialogProps) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const unbind = useAction('unbindDevice', {
    quiet: true,
    onDone() {
      showNotice('success', t('secret.unbind.done', { sn }));
      void navigate(ADDRESSES.devices);
    },
  });
  return (
    <ActionDialog
      danger
      title={t('secret.unbind.title', { sn })}
      okText={t('secret.unbind.action')}
      busy={unbind.isPending}
      error={unbind.error}
      onOk={() => unbind.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t('secret.unbind.hint', { station: station?.name ?? UNKNOWN })}</p>
    </ActionDialog>
  );
}
