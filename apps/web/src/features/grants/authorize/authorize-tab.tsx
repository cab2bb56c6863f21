import type { OfferedPermission, StationDetail } from '@sunfleet/contract';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { NoPermission } from '../../../ui/page/states.tsx';
import styles from '../grants.module.css';
import { AccessCard } from './access-card.tsx';
import { AccessLog } from './access-log.tsx';
import type { Authority } from './authority.ts';
import { HandsCard } from './hands-card.tsx';
import { StationGrants } from './station-grants.tsx';
import { VisitorsCard } from './visitors-card.tsx';

/** Who may see and run the station: the caller's own access, grants, who looked, and whose it is. */
export function AuthorizeTab() {
  const station = useStation();
  const { visitor } = useAccount();
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  if (visitor) return <NoPermission />;
  return (
    <Loaded loading={authority}>
      {authority.data ? <Parts station={station} authority={authority.data} /> : null}
    </Loaded>
  );
}

function Parts({ station, authority }: { station: StationDetail; authority: Authority }) {
  const may = (permission: OfferedPermission) => authority.permissions.includes(permission);
  return (
    <div className={styles.stack}>
      <div className={styles.pair}>
        <AccessCard authority={authority} station={station} />
        {may('stations.grant') ? <HandsCard authority={authority} station={station} /> : null}
        {may('stations.share') ? <VisitorsCard authority={authority} station={station} /> : null}
      </div>
      {may('stations.grant') ? <StationGrants station={station} /> : null}
      {may('audit.view') ? <AccessLog station={station} /> : null}
    </div>
  );
}
