import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, NoPermission } from '../../../ui/page/states.tsx';
import { EditForm } from './edit-form.tsx';
import styles from './edit.module.css';

const FIELDS = { id: integerField(0) };

/** Every field of one station, for whoever may change them. */
export function EditStationPage() {
  const { t } = useTranslation('stations');
  const [{ id }] = useUrlState(FIELDS);
  const station = useCall('getStation', { params: { id } }, { enabled: id > 0 });
  const authority = useCall('plantAuthority', { query: { id, type: 1 } }, { enabled: id > 0 });
  useLive({ stations: id > 0 && !station.error ? [id] : [] });
  const { refetch } = station;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (id === 0)
    return (
      <EmptyState title={t('detail.noStation')} action={<Link to={ADDRESSES.stations}>{t('title')}</Link>} />
    );
  const { data } = station;
  const may = authority.data?.permissions.includes('stations.edit');
  return (
    <Page
      help="editStation"
      title={t('edit.title')}
      permission="stations.edit"
      breadcrumb={
        <Link className={styles.back} to={stationAddress(id, 'about')}>
          {data?.name ?? t('detail.title')}
        </Link>
      }
      loading={station.isPending || station.error ? station : authority}
    >
      {data && may ? <EditForm key={id} station={data} onBehind={readAgain} /> : null}
      {may === false ? <NoPermission /> : null}
    </Page>
  );
}
