import type { DeviceKind, Product } from '@sunfleet/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay, usePersonal } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FormRow } from '../../ui/form/form-row.tsx';
import { productName } from './product-name.ts';

/** A product by its name, whole where it was just chosen. */
export type ChosenProduct = { id: number; name: string } | null;

interface ProductFieldProps {
  value: ChosenProduct;
  /** Only products of this kind of device. */
  kind?: DeviceKind;
  error?: string | undefined;
  onChange: (chosen: ChosenProduct, product: Product | undefined) => void;
}

/** One product of the library, found by maker and model, or none. Nothing for who does not see the library. */
export function ProductField({ value, kind, error, onChange }: ProductFieldProps) {
  const { t } = useTranslation('products');
  const [text, setText] = useState('');
  const sees = useMay('operations.view');
  const enabled = !usePersonal() && sees;
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, ...(kind ? { kind } : {}), ...(q ? { q } : {}) } as const;
  const found = useCall('listProducts', { query }, { keepPrevious: true, enabled });
  if (!enabled) return null;
  const rows = found.data?.rows ?? [];
  const options = rows.map((row) => ({ value: row.id, label: productName(row) }));
  const kept =
    value && !rows.some(({ id }) => id === value.id) ? [{ value: value.id, label: value.name }] : [];
  const choose = (id: number | undefined) => {
    const product = rows.find((row) => row.id === id);
    const named = product ? { id: product.id, name: productName(product) } : value;
    setText('');
    onChange(id === undefined ? null : named, product);
  };
  return (
    <FormRow label={t('product')} error={error}>
      {(control) => (
        <Select<number>
          {...control}
          size="large"
          allowClear
          placeholder={t('none')}
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={found.isFetching}
          value={value?.id ?? null}
          options={[...kept, ...options]}
          onChange={choose}
        />
      )}
    </FormRow>
  );
}
