import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ChooseMany } from '../../ui/form/choose-many.tsx';

export interface Target {
  deviceIds: number[];
  stationIds: number[];
  labelIds: number[];
  batchIds: number[];
}

export const noTarget: Target = { deviceIds: [], stationIds: [], labelIds: [], batchIds: [] };

const PAGE = { page: 1, pageSize: 50 };

/** Devices, stations, labels and batches: a set runs on all of them together. */
export function TargetFields({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const { t } = useTranslation('runs');
  const [deviceText, findDevice] = useState('');
  const [stationText, findStation] = useState('');
  const device = useDelayed(deviceText.trim(), 250);
  const station = useDelayed(stationText.trim(), 250);
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
  const [batchText, findBatch] = useState('');
  const batch = useDelayed(batchText.trim(), 250);
  const batches = useCall(
    'listDeviceBatches',
    { query: { ...PAGE, ...(batch ? { q: batch } : {}) } },
    { keepPrevious: true },
  );
  const labels = useCall('listLabels', {}, { enabled: useMay('labels.view') });
  const deviceOptions = devices.data?.rows
    .filter(({ kind }) => kind !== 'logger')
    .map(({ id, sn, name }) => ({ value: id, label: name ? `${name} (${sn})` : sn }));
  return (
    <>
      <ChooseMany
        maxTagCount={8}
        label={t('target.devices')}
        chosen={target.deviceIds}
        options={deviceOptions}
        onSearch={findDevice}
        onChange={(deviceIds) => onChange({ ...target, deviceIds })}
      />
      <ChooseMany
        maxTagCount={8}
        label={t('target.stations')}
        chosen={target.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={findStation}
        onChange={(stationIds) => onChange({ ...target, stationIds })}
      />
      {labels.data?.length ? (
        <ChooseMany
          maxTagCount={8}
          label={t('target.labels')}
          chosen={target.labelIds}
          options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ ...target, labelIds })}
        />
      ) : null}
      {batches.data?.rows.length || target.batchIds.length > 0 || batchText !== '' ? (
        <ChooseMany
          label={t('target.batches')}
          chosen={target.batchIds}
          options={batches.data?.rows.map(({ id, name, code }) => ({
            value: id,
            label: `${name} (${code})`,
          }))}
          onSearch={findBatch}
          onChange={(batchIds) => onChange({ ...target, batchIds })}
        />
      ) : null}
    </>
  );
}
