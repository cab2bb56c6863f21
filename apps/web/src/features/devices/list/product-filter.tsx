import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';

interface ProductFilterProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Devices of products; nothing for who does not see the library. */
export function ProductFilter({ chosen, onChange }: ProductFilterProps) {
  const { t } = useTranslation('devices');
  const [text, setText] = useState('');
  const sees = useMay('operations.view');
  const enabled = !usePersonal() && sees;
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, ...(q ? { q } : {}) };
  const found = useCall('listProducts', { query }, { keepPrevious: true, enabled });
  if (!enabled) return null;
  return (
    <ChooseMany
      label={t('column.product')}
      chosen={chosen}
      options={found.data?.rows.map(({ id, manufacturer, model }) => ({
        value: id,
        label: `${manufacturer} ${model}`,
      }))}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
