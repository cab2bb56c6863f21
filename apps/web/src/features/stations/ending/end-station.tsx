import { ADDRESSES, LIMITS, type StationDetail } from '@sunfleet/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from './ending.module.css';

const DAY_MS = 86_400_000;

/** Ends a station once its name is typed, and says before what that brings and what stands against it. */
export function EndStation({ station, onClose }: { station: StationDetail; onClose: () => void }) {
  const { t } = useTranslation('stations');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const ending = useCall('getStationEnding', { params: { id: station.id } });
  const end = useAction('endStation', {
    quiet: true,
    invalidates: [
      'getStationEnding',
      'listStations',
      'mapStations',
      'listEndedStations',
      'portfolioOverview',
    ],
    onDone: ({ ended }) => {
      showNotice('success', t(ended ? 'ended.done' : 'ended.asked', { name: station.name }));
      onClose();
      if (ended) void navigate(ADDRESSES.endedStations);
    },
  });
  const open = ending.data?.open ?? [];
  const matches = name.trim() === station.name;
  return (
    <ActionDialog
      title={t('ended.endOne', { name: station.name })}
      okText={t('ended.end')}
      danger
      busy={end.isPending}
      disabled={!matches || !ending.data || open.length > 0}
      error={fieldErrors(end.error)['name'] ? null : end.error}
      onOk={() => end.mutate({ params: { id: station.id }, body: { name } })}
      onClose={onClose}
    >
      <Loaded loading={ending}>
        <p>{t('ended.hint', { devices: ending.data?.devices ?? 0, days: LIMITS.endedStationMs / DAY_MS })}</p>
        {ending.data?.byTwo ? <p>{t('ended.byTwo', { days: LIMITS.endingAskedMs / DAY_MS })}</p> : null}
        {open.length > 0 ? (
          <div role="alert" className={styles.open}>
            <p>{t('ended.open')}</p>
            <ul>
              {open.map((one, index) => (
                <li key={index}>
                  {t(`ended.kind.${one.kind}`)} {one.name}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <FormRow label={t('ended.typeName', { name: station.name })} error={fieldErrors(end.error)['name']}>
            {(control) => (
              <Input
                {...control}
                autoFocus
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormRow>
        )}
      </Loaded>
    </ActionDialog>
  );
}
