import { ADDRESSES, type DeviceBatch } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { SeveralDevices } from '../../parts/devices/several/several-devices.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { BatchDevices } from './batch-devices.tsx';
import { BatchLog } from './batch-log.tsx';
import styles from './device-batches.module.css';

const BatchForm = lazyPart(() => import('./batch-form.tsx').then((part) => part.BatchForm));
const AddDevices = lazyPart(() => import('./add-devices.tsx').then((part) => part.AddDevices));
const RemoveBatch = lazyPart(() => import('./remove-batch.tsx').then((part) => part.RemoveBatch));

const FIELDS = { id: integerField(0) };

/** One batch: what is in it, what can be done with it, and what was done. */
export function BatchPage() {
  const { t } = useTranslation('device-batches');
  const format = useFormat();
  const [{ id }] = useUrlState(FIELDS);
  const batch = useCall('getDeviceBatch', { params: { id } }, { refetchMs: 30_000 });
  const { data } = batch;
  const facts = data && [
    data.code,
    `${t('column.devices')}: ${format.number(data.devices, 0)}`,
    `${t('column.online')}: ${format.number(data.online, 0)}`,
    ...(data.product ? [data.product.name] : []),
    ...(data.remark ? [data.remark] : []),
  ];
  return (
    <Page
      help="batches"
      title={data?.name ?? t('batch')}
      subtitle={facts?.join(' · ')}
      permission="operations.view"
      breadcrumb={<Link to={ADDRESSES.deviceBatches}>{t('title')}</Link>}
      actions={data ? <Actions batch={data} /> : null}
      loading={batch}
    >
      {data ? (
        <div className={styles.stack}>
          <Card title={t('column.devices')} extra={<Acts batch={data} />}>
            <BatchDevices batch={data} />
          </Card>
          <BatchLog batchId={data.id} />
        </div>
      ) : null}
    </Page>
  );
}

/** What is done to the batch itself. */
function Actions({ batch }: { batch: DeviceBatch }) {
  const { t } = useTranslation('device-batches');
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'add' | 'edit' | 'remove'>();
  const close = () => setOpened(undefined);
  const [mayEdit, mayRemove] = [useMayCall('updateDeviceBatch'), useMayCall('deleteDeviceBatch')];
  return (
    <>
      {mayRemove ? <Button onClick={() => setOpened('remove')}>{t('remove')}</Button> : null}
      {mayEdit ? <Button onClick={() => setOpened('edit')}>{t('edit')}</Button> : null}
      {mayEdit ? (
        <Button type="primary" onClick={() => setOpened('add')}>
          {t('addDevices')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {opened === 'add' ? <AddDevices batchId={batch.id} onClose={close} /> : null}
        {opened === 'edit' ? <BatchForm batch={batch} onClose={close} /> : null}
        {opened === 'remove' ? (
          <RemoveBatch
            batch={batch}
            onClose={close}
            onDone={() => void navigate(ADDRESSES.deviceBatches, { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** What is done to all its devices. */
function Acts({ batch: { id, devices } }: { batch: DeviceBatch }) {
  const { t } = useTranslation('device-batches');
  const mayRun = useMay('operations.run');
  if (devices === 0) return null;
  return (
    <span className={styles.buttons}>
      {mayRun ? <Link to={`${ADDRESSES.instructionSets}?batch=${id}`}>{t('runSet')}</Link> : null}
      {mayRun ? <Link to={`${ADDRESSES.tasks}?batch=${id}`}>{t('planTask')}</Link> : null}
      <Link to={`${ADDRESSES.devices}?batch=${id}`}>{t('inList')}</Link>
      <SeveralDevices
        target={{ deviceIds: [], batchIds: [id] }}
        count={devices}
        acts={['parameters', 'product', 'label', 'move', 'unbind']}
        onDone={() => undefined}
      />
    </span>
  );
}
