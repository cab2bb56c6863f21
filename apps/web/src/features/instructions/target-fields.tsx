import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { ChooseMany } from '../../ui/form/choose-many.tsx';

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
      <ChooseMany
        label={t('target.devices')}
        chosen={target.deviceIds}
        options={deviceOptions}
        onSearch={findDevice}
        onChange={(deviceIds) => onChange({ ...target, deviceIds })}
      />
      <ChooseMany
        label={t('target.stations')}
        chosen={target.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={findStation}
        onChange={(stationIds) => onChange({ ...target, stationIds })}
      />
      {labels.data?.length ? (
        <ChooseMany
          label={t('target.labels')}
          chosen={target.labelIds}
          options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ ...target, labelIds })}
        />
      ) : null}
    </>
  );
}
