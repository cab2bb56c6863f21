import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { ADDRESSES, DEVICE_KINDS, PRODUCT_SORTS, type Product, productAddress } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMayCall } from '../../lib/session/session-context.tsx';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { productName } from '../../parts/products/product-name.ts';
import { Choice } from '../../ui/form/field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LibraryList } from '../../ui/table/library-list.tsx';
import styles from './products.module.css';
import { useWarrantyWords } from './use-warranty-words.ts';

const ProductForm = lazyPart(() => import('./product-form.tsx').then((part) => part.ProductForm));

const ImportProducts = lazyPart(() => import('./import-products.tsx').then((part) => part.ImportProducts));

const FIELDS = {
  q: textField(),
  kind: choiceField(DEVICE_KINDS, undefined),
  everybody: choiceField(['true', 'false'], undefined),
  sort: choiceField(PRODUCT_SORTS, 'name'),
  order: choiceField(['asc', 'desc'], 'asc'),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Products of the own organisation and of the library for all. */
export function ProductListPage() {
  const { t } = useTranslation(['products', 'devices', 'components', 'local-modes']);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'form' | 'import'>();
  const close = () => setOpened(undefined);
  const add = useMayCall('createProduct') ? (
    <Space wrap>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpened('import')}>
        {t('components:import.open')}
      </Button>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpened('form')}>
        {t('add')}
      </Button>
    </Space>
  ) : null;
  return (
    <Page
      help="products"
      title={t('title')}
      subtitle={t('hint')}
      permission="operations.view"
      breadcrumb={<Link to={ADDRESSES.devices}>{t('devices:title')}</Link>}
      actions={
        <>
          <Link to={ADDRESSES.localModes}>{t('local-modes:title')}</Link>
          {add}
        </>
      }
    >
      <List add={add} />
      <Suspense fallback={null}>
        {opened === 'import' ? <ImportProducts onClose={close} /> : null}
        {opened === 'form' ? (
          <ProductForm
            onClose={(made) => {
              close();
              if (made) void navigate(productAddress(made.id));
            }}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function useColumns(): Column<Product>[] {
  const { t } = useTranslation(['products', 'devices']);
  const format = useFormat();
  const warranty = useWarrantyWords();
  const figure = { align: 'right', width: 130 } as const;
  return [
    {
      key: 'name',
      title: t('column.name'),
      sort: 'name',
      fixed: true,
      width: 260,
      render: (product) => <Link to={productAddress(product.id)}>{productName(product)}</Link>,
    },
    {
      key: 'kind',
      title: t('column.kind'),
      sort: 'kind',
      width: 140,
      render: ({ kind }) => t(`devices:kind.${kind}`),
    },
    {
      key: 'ratedPower',
      title: t('column.ratedPower'),
      sort: 'ratedPower',
      ...figure,
      render: ({ specification }) => format.power(specification.ratedPower),
    },
    {
      key: 'warranty',
      title: t('warranty.title'),
      sort: 'warranty',
      width: 240,
      render: (product) => warranty(product.warranty),
    },
    {
      key: 'devices',
      title: t('column.devices'),
      sort: 'devices',
      ...figure,
      render: ({ devices }) => format.number(devices, 0),
    },
    {
      key: 'library',
      title: t('column.library'),
      width: 140,
      render: ({ everybody }) => t(everybody ? 'library.all' : 'library.own'),
    },
  ];
}

function List({ add }: { add: React.ReactNode }) {
  const { t } = useTranslation(['products', 'devices']);
  const format = useFormat();
  const [state, set] = useUrlState(FIELDS);
  const q = useDelayed(state.q.trim(), 250);
  const { kind, everybody, page, pageSize, sort, order } = state;
  const query = {
    page,
    pageSize,
    sort,
    order,
    ...(kind ? { kind } : {}),
    ...(everybody ? { everybody } : {}),
    ...(q ? { q } : {}),
  };
  const products = useCall('listProducts', { query }, { keepPrevious: true });
  const columns = useColumns();
  return (
    <LibraryList<Product>
      label={t('title')}
      name="products"
      columns={columns}
      list={products}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={({ id }) => id}
      addressOf={({ id }) => productAddress(id)}
      card={(product) => (
        <div className={styles.card}>
          <strong>
            <Link to={productAddress(product.id)}>{productName(product)}</Link>
          </strong>
          <span className={styles.muted}>
            {[
              t(`devices:kind.${product.kind}`),
              format.power(product.specification.ratedPower),
              t(product.everybody ? 'library.all' : 'library.own'),
            ].join(' · ')}
          </span>
          <span>
            {t('column.devices')}: {format.number(product.devices, 0)}
          </span>
        </div>
      )}
      search={t('search')}
      filters={
        <>
          <Choice
            bare
            label={t('column.kind')}
            value={kind ?? ''}
            options={[
              { value: '', label: t('kind.all') },
              ...DEVICE_KINDS.map((value) => ({ value, label: t(`devices:kind.${value}`) })),
            ]}
            onChange={(value) => set({ kind: DEVICE_KINDS.find((one) => one === value), page: 1 })}
          />
          <Choice
            bare
            label={t('column.library')}
            value={everybody ?? ''}
            options={[
              { value: '', label: t('library.any') },
              { value: 'false', label: t('library.own') },
              { value: 'true', label: t('library.all') },
            ]}
            onChange={(value) =>
              set({ everybody: value === 'true' || value === 'false' ? value : undefined, page: 1 })
            }
          />
        </>
      }
      narrowed={state.q !== '' || kind !== undefined || everybody !== undefined}
      onClear={() => set({ q: '', kind: undefined, everybody: undefined, page: 1 })}
      empty={<EmptyState title={t('empty.title')} hint={t('empty.hint')} action={add} />}
    />
  );
}
