import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FormRow } from '../../ui/form/form-row.tsx';

interface StationFieldProps {
  value: { id: number; name: string } | undefined;
  error: string | undefined;
  onChange: (station: { id: number; name: string }) => void;
}

/** One station, found by name, address or serial number. */
export function StationField({ value, error, onChange }: StationFieldProps) {
  const { t } = useTranslation('devices');
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const found = useCall('listStations', { query }, { keepPrevious: true });
  const rows = [...(found.data?.rows ?? []), ...(value ? [value] : [])];
  const known = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <FormRow label={t('column.station')} error={error}>
      {(control) => (
        <Select
          {...control}
          size="large"
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={found.isFetching}
          value={value?.id ?? null}
          options={[...known].map(([id, label]) => ({ value: id, label }))}
          onChange={(id: number) => onChange({ id, name: known.get(id)! })}
        />
      )}
    </FormRow>
  );
}
