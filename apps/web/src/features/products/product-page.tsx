import { ADDRESSES, deviceBatchAddress, type Product } from '@sunfleet/contract';
import { Button, Descriptions } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useExactNumber } from '../../lib/format/use-exact-number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { productName } from '../../parts/products/product-name.ts';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import plain from '../../ui/table/plain-table.module.css';
import { figuresOf } from './product-draft.ts';
import { ProductFiles } from './product-files.tsx';
import styles from './products.module.css';
import { useWarrantyWords } from './use-warranty-words.ts';

const ProductForm = lazyPart(() => import('./product-form.tsx').then((part) => part.ProductForm));
const RemoveProduct = lazyPart(() => import('./remove-product.tsx').then((part) => part.RemoveProduct));

const FIELDS = { id: integerField(0) };

/** One product: its figures, warranty and parts, and what is there of it. */
export function ProductPage() {
  const { t } = useTranslation(['products', 'devices']);
  const [{ id }] = useUrlState(FIELDS);
  const product = useCall('getProduct', { params: { id } });
  const { data } = product;
  const facts = data && [
    t(`devices:kind.${data.kind}`),
    t(data.everybody ? 'library.all' : 'library.own'),
    ...(data.profileId === null ? [] : [`${t('devices:about.profile')}: ${data.profileId}`]),
  ];
  return (
    <Page
      help="products"
      title={data ? productName(data) : t('product')}
      subtitle={facts?.join(' · ')}
      permission="operations.view"
      breadcrumb={<Link to={ADDRESSES.products}>{t('title')}</Link>}
      actions={data ? <Actions product={data} /> : null}
      loading={product}
    >
      {data ? (
        <div className={styles.stack}>
          <Specification product={data} />
          <Warranty product={data} />
          <Parts product={data} />
          <Files product={data} />
          <Devices product={data} />
          <Batches productId={data.id} />
        </div>
      ) : null}
    </Page>
  );
}

interface ProductProps {
  product: Product;
}

/** What may be done to the product; those of the library for all belong to who runs the platform. */
function Actions({ product }: ProductProps) {
  const { t } = useTranslation('products');
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const close = () => setOpened(undefined);
  const [mayEdit, mayRemove, mayAll] = [
    useMayCall('updateProduct'),
    useMayCall('deleteProduct'),
    useMay('platform.manage'),
  ];
  if (product.everybody && !mayAll) return null;
  return (
    <>
      {mayRemove ? <Button onClick={() => setOpened('remove')}>{t('remove')}</Button> : null}
      {mayEdit ? (
        <Button type="primary" onClick={() => setOpened('edit')}>
          {t('edit')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {opened === 'edit' ? <ProductForm product={product} onClose={close} /> : null}
        {opened === 'remove' ? (
          <RemoveProduct
            product={product}
            onClose={close}
            onDone={() => void navigate(ADDRESSES.products, { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Whoever may change the product also keeps its files. */
function Files({ product }: ProductProps) {
  const mayEdit = useMayCall('addProductFile');
  const mayAll = useMay('platform.manage');
  return <ProductFiles product={product} mayEdit={product.everybody ? mayAll : mayEdit} />;
}

function Specification({ product: { kind, specification, remark } }: ProductProps) {
  const { t } = useTranslation('products');
  const exact = useExactNumber();
  const figures = figuresOf(kind).flatMap((key) => {
    const figure = specification[key];
    return figure === null ? [] : [{ key, label: t(`figure.${key}`), children: exact(figure) }];
  });
  const { protection } = specification;
  const items = [
    ...figures,
    ...(protection === ''
      ? []
      : [{ key: 'protection', label: t('figure.protection'), children: protection }]),
  ];
  return (
    <Card title={t('specification')}>
      {items.length > 0 ? (
        <Descriptions column={{ xs: 1, md: 2 }} size="small" items={items} />
      ) : (
        <p className={styles.muted}>{t('noFigures')}</p>
      )}
      {remark ? <p className={styles.text}>{remark}</p> : null}
    </Card>
  );
}

function Warranty({ product: { warranty } }: ProductProps) {
  const { t } = useTranslation('products');
  const words = useWarrantyWords();
  return (
    <Card title={t('warranty.title')}>
      {warranty.months === null ? (
        <p className={styles.muted}>{t('warranty.none')}</p>
      ) : (
        <>
          <strong>{words(warranty)}</strong>
          <p className={styles.muted}>{t('warranty.hint')}</p>
        </>
      )}
      {warranty.text ? <p className={styles.text}>{warranty.text}</p> : null}
    </Card>
  );
}

function Parts({ product: { parts } }: ProductProps) {
  const { t } = useTranslation('products');
  return (
    <Card title={t('parts')}>
      {parts.length === 0 ? (
        <p className={styles.muted}>{t('noParts')}</p>
      ) : (
        <div className={plain.wide}>
          <table className={`${plain.table} ${plain.words}`}>
            <thead>
              <tr>
                <th scope="col">{t('partName')}</th>
                <th scope="col">{t('partNumber')}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ name, number }) => (
                <tr key={`${name} ${number}`}>
                  <td>{name}</td>
                  <td>{number}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Devices({ product: { id, devices } }: ProductProps) {
  const { t } = useTranslation('products');
  const format = useFormat();
  return (
    <Card title={t('devices')}>
      <strong>{format.number(devices, 0)}</strong>{' '}
      {devices > 0 ? <Link to={`${ADDRESSES.devices}?product=${id}`}>{t('inList')}</Link> : null}
    </Card>
  );
}

/** Batches whose devices are of the product; what was done to one stands on its page. */
function Batches({ productId }: { productId: number }) {
  const { t } = useTranslation(['products', 'device-batches']);
  const format = useFormat();
  const batches = useCall('listDeviceBatches', { query: { productId, pageSize: 200 } });
  return (
    <Card title={t('batches')}>
      {batches.data?.rows.length === 0 ? <p className={styles.muted}>{t('noBatches')}</p> : null}
      <ul className={styles.list}>
        {batches.data?.rows.map(({ id, name, code, devices }) => (
          <li key={id}>
            <Link to={deviceBatchAddress(id)}>{name}</Link>{' '}
            <span className={styles.muted}>
              {code} · {t('device-batches:column.devices')}: {format.number(devices, 0)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
