import {
  copyStationAddress,
  editStationAddress,
  type OfferedPermission,
  type StationDetail,
} from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { EndStation } from '../ending/end-station.tsx';
import { EndingAsked } from '../ending/ending-asked.tsx';
import styles from './detail.module.css';

/** What somebody may do with the station as a whole. */
export function StationActions({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const navigate = useNavigate();
  const [ending, setEnding] = useState(false);
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const mayHere = (permission: OfferedPermission) =>
    authority.data?.permissions.includes(permission) ?? false;
  const mayCreate = useMay('stations.create');
  const mayEnd = mayHere('stations.delete');
  if (visitor || !authority.data) return null;
  return (
    <>
      {mayEnd ? <EndingAsked station={station} onAgree={() => setEnding(true)} /> : null}
      <div className={styles.actions}>
        {mayHere('stations.edit') ? (
          <Button onClick={() => navigate(editStationAddress(station.id))}>{t('edit.open')}</Button>
        ) : null}
        {mayCreate ? (
          <Button onClick={() => navigate(copyStationAddress(station.id))}>{t('entry.copy')}</Button>
        ) : null}
        {mayEnd ? <Button onClick={() => setEnding(true)}>{t('ended.end')}</Button> : null}
      </div>
      {ending ? <EndStation station={station} onClose={() => setEnding(false)} /> : null}
    </>
  );
}
