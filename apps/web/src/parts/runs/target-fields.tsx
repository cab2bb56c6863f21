import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ChooseMany } from '../../ui/form/choose-many.tsx';
import { GroupFields, noGroups, type Groups } from './group-fields.tsx';

export interface Target extends Groups {
  deviceIds: number[];
}

export const noTarget: Target = { deviceIds: [], ...noGroups };

/** Devices, stations, labels and batches: a set runs on all of them together. */
export function TargetFields({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const { t } = useTranslation('runs');
  const [deviceText, findDevice] = useState('');
  const device = useDelayed(deviceText.trim(), 250);
  const devices = useCall(
    'listDevices',
    { query: { page: 1, pageSize: 50, sort: 'sn', order: 'asc', ...(device ? { q: device } : {}) } },
    { keepPrevious: true },
  );
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
      <GroupFields groups={target} onChange={(groups) => onChange({ ...target, ...groups })} />
    </>
  );
}
