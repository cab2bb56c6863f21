import { ADDRESSES, type LocalMode, type Product, productAddress } from '@sunfleet/contract';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useParameterWords } from '../../parts/parameters/use-parameter-words.ts';
import { productName } from '../../parts/products/product-name.ts';
import { FilterRow, SearchFilter } from '../../ui/filter/filters.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';

const EditLocalMode = lazyPart(() => import('./edit-local-mode.tsx').then((part) => part.EditLocalMode));

const FIELDS = { q: textField(), page: integerField(1), pageSize: integerField(20) };

/** Products, and what the companion app offers at devices of each. */
export function LocalModesPage() {
  const { t } = useTranslation(['local-modes', 'products', 'devices']);
  const [{ q, page, pageSize }, set] = useUrlState(FIELDS);
  const text = useDelayed(q.trim(), 250);
  const query = { page, pageSize, ...(text ? { q: text } : {}) };
  const products = useCall('listProducts', { query }, { keepPrevious: true });
  const modes = useCall('listLocalModes', {});
  const [opened, setOpened] = useState<Product>();
  const byProduct = useMemo(() => new Map(modes.data?.map((mode) => [mode.product.id, mode])), [modes.data]);
  const columns = useColumns(byProduct, setOpened);
  const error = products.error ?? modes.error;
  return (
    <Page
      help="products"
      title={t('title')}
      subtitle={t('hint')}
      permission="operations.view"
      breadcrumb={<Link to={ADDRESSES.products}>{t('products:title')}</Link>}
      toolbar={
        <FilterRow>
          <SearchFilter
            label={t('products:product')}
            value={q}
            onChange={(typed) => set({ q: typed, page: 1 })}
          />
        </FilterRow>
      }
    >
      {error && !products.data ? (
        <ErrorState error={error} onRetry={products.refetch} />
      ) : (
        <DataTable<Product>
          label={t('title')}
          name="local-modes"
          columns={columns}
          rows={modes.data && products.data?.rows}
          rowKey={({ id }) => id}
          total={products.data?.total ?? 0}
          state={{ page, pageSize, sort: '', order: 'asc' }}
          onState={(change) =>
            set({
              ...(change.page ? { page: change.page } : {}),
              ...(change.pageSize ? { pageSize: change.pageSize } : {}),
            })
          }
          busy={products.isPlaceholderData}
          card={(product) => (
            <div>
              {columns.map(({ key, render }) => (
                <div key={key}>{render(product)}</div>
              ))}
            </div>
          )}
          empty={
            text ? <NoMatch onClear={() => set({ q: '', page: 1 })} /> : <EmptyState title={t('none')} />
          }
        />
      )}
      <Suspense fallback={null}>
        {opened ? (
          <EditLocalMode
            product={opened}
            mode={byProduct.get(opened.id)}
            onClose={() => setOpened(undefined)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function useColumns(
  byProduct: ReadonlyMap<number, LocalMode>,
  onOpen: (product: Product) => void,
): Column<Product>[] {
  const { t } = useTranslation(['local-modes', 'products', 'devices']);
  const format = useFormat();
  const words = useParameterWords();
  const [mayCreate, mayForAll] = [useMayCall('setLocalMode'), useMay('platform.manage')];
  return [
    {
      key: 'product',
      title: t('products:product'),
      fixed: true,
      width: 220,
      render: (product) => <Link to={productAddress(product.id)}>{productName(product)}</Link>,
    },
    {
      key: 'kind',
      title: t('devices:column.kind'),
      width: 150,
      render: ({ kind }) => t(`devices:kind.${kind}`),
    },
    {
      key: 'state',
      title: t('title'),
      width: 130,
      render: ({ id }) => t(byProduct.has(id) ? 'allowed' : 'off'),
    },
    {
      key: 'parameters',
      title: t('parameters'),
      width: 260,
      render: ({ id }) => {
        const keys = byProduct.get(id)?.parameters.map(({ key }) => words.nameOf(key)) ?? [];
        return keys.length > 3 ? format.number(keys.length, 0) : keys.join(', ');
      },
    },
    {
      key: 'standards',
      title: t('standards'),
      width: 220,
      render: ({ id }) =>
        byProduct
          .get(id)
          ?.standards.map(({ code }) => code)
          .join(', ') ?? '',
    },
    {
      key: 'edit',
      title: t('edit'),
      width: 110,
      render: (product) =>
        (product.everybody ? mayForAll : mayCreate) ? (
          <Button
            aria-label={`${t('edit')}: ${productName(product)}`}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(product);
            }}
          >
            {t('edit')}
          </Button>
        ) : null,
    },
  ];
}
