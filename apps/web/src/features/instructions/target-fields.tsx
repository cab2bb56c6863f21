import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { FormRow } from '../../ui/form/form-row.tsx';

export interface Target {
  deviceIds: number[];
  stationIds: number[];
  labelIds: number[];
}

export const noTarget: Target = { deviceIds: [], stationIds: [], labelIds: [] };

const PAGE = { page: 1, pageSize: 50 };

/** Devices, stations and labels: a set runs on all of them together. */
export function TargetFields({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const { t } = useTranslation('instructions');
  const [device, findDevice] = useState('');
  const [station, findStation] = useState('');
  const devices = useCall(
    'listDevices',
    { query: { ...PAGE, sort: 'sn', order: 'asc', ...(device ? { q: device } : {}) } },
    { keepPrevious: true },
  );
  const stations = useCall(
    'listStations',
    { query: { ...PAGE, sort: 'name', order: 'asc', ...(station ? { q: station } : {}) } },
    { keepPrevious: true },
  );
  const labels = useCall('listLabels', {}, { enabled: useMay('labels.view') });
  const deviceOptions = devices.data?.rows
    .filter(({ kind }) => kind !== 'logger')
    .map(({ id, sn, name }) => ({ value: id, label: name ? `${name} (${sn})` : sn }));
  return (
    <>
      <Chosen
        label={t('target.devices')}
        value={target.deviceIds}
        options={deviceOptions}
        onSearch={findDevice}
        onChange={(deviceIds) => onChange({ ...target, deviceIds })}
      />
      <Chosen
        label={t('target.stations')}
        value={target.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={findStation}
        onChange={(stationIds) => onChange({ ...target, stationIds })}
      />
      {labels.data?.length ? (
        <Chosen
          label={t('target.labels')}
          value={target.labelIds}
          options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ ...target, labelIds })}
        />
      ) : null}
    </>
  );
}

interface ChosenProps {
  label: string;
  value: number[];
  options: { value: number; label: string }[] | undefined;
  /** The server searches; otherwise the options are all there are. */
  onSearch?: (text: string) => void;
  onChange: (ids: number[]) => void;
}

function Chosen({ label, value, options, onSearch, onChange }: ChosenProps) {
  // Names of what was chosen before another search.
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map());
  const known = new Set(options?.map((option) => option.value));
  const kept = value
    .filter((id) => !known.has(id))
    .map((id) => ({ value: id, label: named.get(id) ?? String(id) }));
  return (
    <FormRow label={label}>
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          value={value}
          options={[...kept, ...(options ?? [])]}
          showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
          onChange={(ids: number[]) => {
            setNamed(
              new Map([...named, ...(options ?? []).map((option) => [option.value, option.label] as const)]),
            );
            onSearch?.('');
            onChange(ids);
          }}
        />
      )}
    </FormRow>
  );
}
