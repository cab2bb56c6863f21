import { PlusOutlined } from '@ant-design/icons';
import { ADDRESSES, deviceBatchAddress, type DeviceBatch, productAddress } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LibraryList } from '../../ui/table/library-list.tsx';
import styles from './device-batches.module.css';

const BatchForm = lazyPart(() => import('./batch-form.tsx').then((part) => part.BatchForm));

const FIELDS = { q: textField(), page: integerField(1), pageSize: integerField(20) };

/** Batches of devices by name. */
export function BatchListPage() {
  const { t } = useTranslation(['device-batches', 'devices']);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const add = useMayCall('createDeviceBatch') ? (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page
      help="batches"
      title={t('title')}
      subtitle={t('hint')}
      permission="operations.view"
      breadcrumb={<Link to={ADDRESSES.devices}>{t('devices:title')}</Link>}
      actions={add}
    >
      <List add={add} />
      <Suspense fallback={null}>
        {adding ? (
          <BatchForm
            onClose={(made) => {
              setAdding(false);
              if (made) void navigate(deviceBatchAddress(made.id));
            }}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function List({ add }: { add: React.ReactNode }) {
  const { t } = useTranslation('device-batches');
  const format = useFormat();
  const [state, set] = useUrlState(FIELDS);
  const q = useDelayed(state.q.trim(), 250);
  const { page, pageSize } = state;
  const batches = useCall(
    'listDeviceBatches',
    { query: { page, pageSize, ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  const link = ({ id, name }: DeviceBatch) => <Link to={deviceBatchAddress(id)}>{name}</Link>;
  const figure = { align: 'right', width: 110 } as const;
  const columns: Column<DeviceBatch>[] = [
    { key: 'name', title: t('column.name'), fixed: true, width: 220, render: link },
    { key: 'code', title: t('column.code'), width: 140, render: ({ code }) => code },
    {
      key: 'devices',
      title: t('column.devices'),
      ...figure,
      render: ({ devices }) => format.number(devices, 0),
    },
    { key: 'online', title: t('column.online'), ...figure, render: ({ online }) => format.number(online, 0) },
    {
      key: 'product',
      title: t('column.product'),
      width: 200,
      render: ({ product }) =>
        product ? <Link to={productAddress(product.id)}>{product.name}</Link> : UNKNOWN,
    },
    { key: 'remark', title: t('column.remark'), width: 240, render: ({ remark }) => remark || UNKNOWN },
    { key: 'by', title: t('column.by'), width: 160, render: ({ by }) => by?.name ?? UNKNOWN },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      width: 170,
      render: ({ createdAt }) => format.dateTime(createdAt),
    },
  ];
  return (
    <LibraryList<DeviceBatch>
      label={t('title')}
      name="device-batches"
      columns={columns}
      list={batches}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={({ id }) => id}
      addressOf={({ id }) => deviceBatchAddress(id)}
      card={(batch) => (
        <div className={styles.card}>
          <strong>{link(batch)}</strong>
          <span className={styles.muted}>{batch.code}</span>
          <span>
            {t('column.devices')}: {format.number(batch.devices, 0)} · {t('column.online')}:{' '}
            {format.number(batch.online, 0)}
          </span>
        </div>
      )}
      search={t('search')}
      narrowed={state.q !== ''}
      onClear={() => set({ q: '', page: 1 })}
      empty={<EmptyState title={t('empty.title')} hint={t('empty.hint')} action={add} />}
    />
  );
}
