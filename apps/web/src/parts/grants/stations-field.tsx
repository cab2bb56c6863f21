import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FormRow } from '../../ui/form/form-row.tsx';
import type { GrantDraft } from './grant-draft.ts';

/** The largest number of stations in one grant. */
const MOST = 1000;

interface StationsFieldProps {
  stations: GrantDraft['stations'];
  onChange: (stations: GrantDraft['stations']) => void;
  error: string | undefined;
}

/** Several stations, found by name, address or serial number. */
export function StationsField({ stations, onChange, error }: StationsFieldProps) {
  const { t } = useTranslation('grants');
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const found = useCall('listStations', { query }, { keepPrevious: true });
  const rows = found.data?.rows ?? [];
  const known = new Map([...rows, ...stations].map(({ id, name }) => [id, { id, name }]));
  return (
    <FormRow
      label={t('object.stations')}
      error={error}
      hint={t('object.chosen', { chosen: stations.length })}
    >
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          maxCount={MOST}
          maxTagCount={8}
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={found.isFetching}
          placeholder={t('object.search')}
          value={stations.map(({ id }) => id)}
          options={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids: number[]) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
        />
      )}
    </FormRow>
  );
}
