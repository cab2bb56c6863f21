import type { Task } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ChooseMany } from '../../ui/form/choose-many.tsx';

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
      <ChooseMany
        maxTagCount={8}
        label={t('target.stations')}
        chosen={target.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={setStation}
        onChange={(stationIds) => onChange({ ...target, stationIds })}
      />
      <ChooseMany
        maxTagCount={8}
        label={t('target.devices')}
        chosen={target.deviceIds}
        options={devices.data?.rows.map(({ id, sn, name }) => ({
          value: id,
          label: name ? `${name} (${sn})` : sn,
        }))}
        onSearch={setDevice}
        onChange={(deviceIds) => onChange({ ...target, deviceIds })}
      />
      {mayLabels && (labels.data?.length ?? 0) > 0 ? (
        <ChooseMany
          maxTagCount={8}
          label={t('target.labels')}
          chosen={target.labelIds}
          options={labels.data?.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ ...target, labelIds })}
        />
      ) : null}
    </>
  );
}
