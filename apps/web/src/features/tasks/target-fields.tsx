import type { Task } from '@sunfleet/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FormRow } from '../../ui/form/form-row.tsx';

type Target = Task['target'];

interface TargetFieldsProps {
  target: Target;
  onChange: (target: Target) => void;
}

/** Devices of a task: named themselves, of stations, or by labels of either. */
export function TargetFields({ target, onChange }: TargetFieldsProps) {
  const { t } = useTranslation('tasks');
  const [device, setDevice] = useState('');
  const [station, setStation] = useState('');
  const mayLabels = useMay('labels.view');
  const [q, stationQ] = [useDelayed(device.trim(), 250), useDelayed(station.trim(), 250)];
  const devices = useCall(
    'listDevices',
    { query: { pageSize: 50, sort: 'sn', order: 'asc', ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  const stations = useCall(
    'listStations',
    { query: { pageSize: 50, sort: 'name', order: 'asc', ...(stationQ ? { q: stationQ } : {}) } },
    { keepPrevious: true },
  );
  const labels = useCall('listLabels', {}, { enabled: mayLabels });
  return (
    <>
      <Many
        label={t('target.stations')}
        chosen={target.stationIds}
        rows={stations.data?.rows.map(({ id, name }) => ({ id, name }))}
        onSearch={setStation}
        onChange={(stationIds) => onChange({ ...target, stationIds })}
      />
      <Many
        label={t('target.devices')}
        chosen={target.deviceIds}
        rows={devices.data?.rows.map(({ id, sn, name }) => ({ id, name: name ? `${name} (${sn})` : sn }))}
        onSearch={setDevice}
        onChange={(deviceIds) => onChange({ ...target, deviceIds })}
      />
      {mayLabels && (labels.data?.length ?? 0) > 0 ? (
        <Many
          label={t('target.labels')}
          chosen={target.labelIds}
          rows={labels.data}
          onChange={(labelIds) => onChange({ ...target, labelIds })}
        />
      ) : null}
    </>
  );
}

interface Named {
  id: number;
  name: string;
}

interface ManyProps {
  label: string;
  chosen: readonly number[];
  rows: readonly Named[] | undefined;
  /** Absent: all rows are there, and found by their name. */
  onSearch?: (text: string) => void;
  onChange: (ids: number[]) => void;
}

function Many({ label, chosen, rows, onSearch, onChange }: ManyProps) {
  const [kept, setKept] = useState<readonly Named[]>([]);
  const known = new Map([...(rows ?? []), ...kept].map((row) => [row.id, row]));
  return (
    <FormRow label={label}>
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          maxTagCount={8}
          showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
          value={[...chosen]}
          options={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids: number[]) => {
            setKept(ids.flatMap((id) => known.get(id) ?? []));
            onChange(ids);
          }}
        />
      )}
    </FormRow>
  );
}
