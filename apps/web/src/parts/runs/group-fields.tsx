import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ChooseMany } from '../../ui/form/choose-many.tsx';

/** Devices that are not named one by one. */
export interface Groups {
  stationIds: number[];
  labelIds: number[];
  batchIds: number[];
}

export const noGroups: Groups = { stationIds: [], labelIds: [], batchIds: [] };

const PAGE = { page: 1, pageSize: 50 };

/** Stations, labels and batches of devices: all of their devices are meant. */
export function GroupFields({ groups, onChange }: { groups: Groups; onChange: (groups: Groups) => void }) {
  const { t } = useTranslation('runs');
  const [stationText, findStation] = useState('');
  const [batchText, findBatch] = useState('');
  const station = useDelayed(stationText.trim(), 250);
  const batch = useDelayed(batchText.trim(), 250);
  const stations = useCall(
    'listStations',
    { query: { ...PAGE, sort: 'name', order: 'asc', ...(station ? { q: station } : {}) } },
    { keepPrevious: true },
  );
  const batches = useCall(
    'listDeviceBatches',
    { query: { ...PAGE, ...(batch ? { q: batch } : {}) } },
    { keepPrevious: true, enabled: useMay('operations.view') },
  );
  const labels = useCall('listLabels', {}, { enabled: useMay('labels.view') });
  return (
    <>
      <ChooseMany
        maxTagCount={8}
        label={t('target.stations')}
        chosen={groups.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={findStation}
        onChange={(stationIds) => onChange({ ...groups, stationIds })}
      />
      {labels.data?.length ? (
        <ChooseMany
          maxTagCount={8}
          label={t('target.labels')}
          chosen={groups.labelIds}
          options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ ...groups, labelIds })}
        />
      ) : null}
      {batches.data?.rows.length || groups.batchIds.length > 0 || batchText !== '' ? (
        <ChooseMany
          label={t('target.batches')}
          chosen={groups.batchIds}
          options={batches.data?.rows.map(({ id, name, code }) => ({
            value: id,
            label: `${name} (${code})`,
          }))}
          onSearch={findBatch}
          onChange={(batchIds) => onChange({ ...groups, batchIds })}
        />
      ) : null}
    </>
  );
}
