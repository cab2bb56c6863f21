import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';
import { useFoundNames } from './use-found-names.ts';

interface ProductFilterProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Devices of products; nothing for who does not see the library. */
export function ProductFilter({ chosen, onChange }: ProductFilterProps) {
  const { t } = useTranslation('devices');
  const { enabled, query, onSearch } = useFoundNames();
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
      onSearch={onSearch}
      onChange={onChange}
    />
  );
}
