import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useMayCall } from '../../../lib/session/session-context.tsx';

const AddToBatchDialog = lazyPart(() =>
  import('./add-to-batch-dialog.tsx').then((part) => part.AddToBatchDialog),
);

/** Puts chosen devices into a batch. */
export function AddToBatch({ deviceIds, onDone }: { deviceIds: readonly number[]; onDone: () => void }) {
  const { t } = useTranslation('device-batches');
  const [open, setOpen] = useState(false);
  if (!useMayCall('addToDeviceBatch')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('toBatch')}</Button>
      <Suspense fallback={null}>
        {open ? (
          <AddToBatchDialog deviceIds={deviceIds} onDone={onDone} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
