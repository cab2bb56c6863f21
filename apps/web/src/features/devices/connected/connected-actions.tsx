import type { DeviceRow } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';

const AddSeveralDialog = lazyPart(() =>
  import('../../../parts/devices/serials/add-several-dialog.tsx').then((part) => part.AddSeveralDialog),
);

interface ConnectedActionsProps {
  devices: readonly DeviceRow[];
  onDone: () => void;
}

/** What is done to chosen devices that no station has. */
export function ConnectedActions({ devices, onDone }: ConnectedActionsProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const [open, setOpen] = useState<'bind' | 'block'>();
  const close = () => setOpen(undefined);
  const options = {
    invalidates: ['listDevices', 'getDevice'] as const,
    onDone: () => {
      close();
      onDone();
    },
  };
  const block = useAction('blockDevices', { ...options, quiet: true });
  const unblock = useAction('unblockDevices', options);
  const ids = devices.filter(({ station }) => station === null).map(({ id }) => id);
  const blocked = devices.filter((device) => device.blocked).length;
  return (
    <>
      <Button type="primary" onClick={() => setOpen('bind')}>
        {t('add.bind')}
      </Button>
      {blocked < devices.length ? (
        <Button danger onClick={() => setOpen('block')}>
          {t('connected.block')}
        </Button>
      ) : null}
      {blocked > 0 ? (
        <Button loading={unblock.isPending} onClick={() => unblock.mutate({ body: { ids } })}>
          {t('connected.unblock')}
        </Button>
      ) : null}
      {open === 'block' ? (
        <ActionDialog
          title={t('connected.block')}
          okText={t('connected.block')}
          danger
          busy={block.isPending}
          error={block.error}
          onOk={() => block.mutate({ body: { ids } })}
          onClose={close}
        >
          <p>{t('connected.blockAsk', { n: format.number(ids.length, 0) })}</p>
        </ActionDialog>
      ) : null}
      <Suspense fallback={null}>
        {open === 'bind' ? (
          <AddSeveralDialog serials={devices.map(({ sn }) => sn)} onClose={options.onDone} />
        ) : null}
      </Suspense>
    </>
  );
}
