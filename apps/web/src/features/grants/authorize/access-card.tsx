import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { GrantActions } from '../grant-actions.tsx';
import { GrantBadge } from '../grant-badge.tsx';
import { GrantParty, GrantPeriod, GrantRoleText } from '../grant-facts.tsx';
import styles from '../grants.module.css';
import type { Authority } from './authority.ts';

/** By which way the caller sees the station, and what that lets them do. */
export function AccessCard({ authority, station }: { authority: Authority; station: StationDetail }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  return (
    <Card title={t('access.title')}>
      <p>{t(`way.${authority.by}`)}</p>
      {authority.endsAt === null ? null : (
        <p>{t('access.until', { time: format.dateTime(authority.endsAt, station.timeZone) })}</p>
      )}
      <ReceivedGrants stationId={station.id} />
    </Card>
  );
}

/** Grants by which the caller is here, to give back. */
function ReceivedGrants({ stationId }: { stationId: number }) {
  const { t } = useTranslation('grants');
  const body = { direction: 'received', state: 'active', stationId, pageSize: 50 } as const;
  const received = useCall('queryGrants', { body });
  const rows = received.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label={t('direction.received')}>
      {rows.map((grant) => (
        <li key={grant.id}>
          <div>
            <GrantBadge state={grant.state} /> <GrantParty party={grant.from} />
            <div>
              <GrantRoleText grant={grant} />
            </div>
            <span className={styles.note}>
              <GrantPeriod grant={grant} />
            </span>
          </div>
          <GrantActions grant={grant} />
        </li>
      ))}
    </ul>
  );
}
