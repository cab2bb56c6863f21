import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';
import { useFoundNames } from './use-found-names.ts';

interface BatchFilterProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Devices of batches; nothing for who does not see any. */
export function BatchFilter({ chosen, onChange }: BatchFilterProps) {
  const { t } = useTranslation('devices');
  const { enabled, query, onSearch } = useFoundNames();
  const found = useCall('listDeviceBatches', { query }, { keepPrevious: true, enabled });
  if (!enabled) return null;
  return (
    <ChooseMany
      label={t('column.batches')}
      chosen={chosen}
      options={found.data?.rows.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
      onSearch={onSearch}
      onChange={onChange}
    />
  );
}
