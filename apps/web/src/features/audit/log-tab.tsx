import { useStation } from '../../parts/stations/use-station.ts';
import { Permitted } from '../../ui/page/page.tsx';
import { AuditList } from '../../parts/audit/audit-list.tsx';

/** What was done on one station. */
export function LogTab() {
  const { id, timeZone } = useStation();
  return (
    <Permitted permission="audit.view">
      <AuditList stationId={id} zone={timeZone} />
    </Permitted>
  );
}
