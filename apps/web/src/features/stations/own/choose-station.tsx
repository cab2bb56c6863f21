import { ADDRESSES, ownStationAddress, type StationRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { LeadOn } from '../../../lib/lead-on.tsx';
import { useMay } from '../../../lib/session/session-context.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import styles from './own.module.css';
import { OWN_STATIONS } from './own-stations.ts';

/** Leads to the only station there is, lets choose among several, and shows the first steps where there is none. */
export function ChooseStation() {
  const { t } = useTranslation('own');
  const stations = useCall('listStations', OWN_STATIONS);
  const mayCreate = useMay('stations.create');
  const { rows = [], total = 0 } = stations.data ?? {};
  const [only] = rows;
  const found = total === 1 && only ? ownStationAddress(only.id) : undefined;
  const target = found ?? (stations.data && total === 0 && mayCreate ? ADDRESSES.firstSteps : undefined);
  return (
    <Page
      help="ownStation"
      title={t('title')}
      permission="stations.view"
      subtitle={total > 1 ? t('choose') : null}
      loading={stations}
    >
      {target ? <LeadOn to={target} /> : null}
      {total === 0 ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : (
        <ul className={styles.choices}>
          {rows.map((row) => (
            <li key={row.id}>
              <Choice row={row} />
            </li>
          ))}
        </ul>
      )}
      {total > rows.length ? (
        <p className={styles.links}>
          <Link to={ADDRESSES.stations}>{t('allStations')}</Link>
        </p>
      ) : null}
    </Page>
  );
}

function Choice({ row }: { row: StationRow }) {
  const format = useFormat();
  return (
    <Card>
      <div className={styles.choice}>
        <Link to={ownStationAddress(row.id)}>{row.name}</Link>
        <StatusBadge of="station" value={row.live.status} />
        <span>{format.power(row.live.power)}</span>
      </div>
    </Card>
  );
}
