import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useStation } from '../../parts/stations/use-station.ts';
import { Button } from '../../ui/form/button.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import styles from './design.module.css';
import { DesignForm } from './design-form.tsx';
import { VersionCard } from './version-card.tsx';

/** The arrays of a station, by version, and the way to change them. */
export function DesignTab() {
  // The form needs the rules, and would take the page away while they are fetched.
  const { t } = useTranslation(['station-designs', 'rules']);
  const station = useStation();
  const { visitor } = useAccount();
  const design = useCall('stationDesignOf', { params: { id: station.id } });
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const [editing, setEditing] = useState(false);
  if (design.error && !design.data) return <ErrorState error={design.error} onRetry={design.refetch} />;
  if (!design.data) return <SkeletonBlock lines={8} />;
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  if (editing) return <DesignForm station={station} design={design.data} onClose={() => setEditing(false)} />;
  const { versions } = design.data;
  const change = mayEdit ? (
    <Button kind="primary" onClick={() => setEditing(true)}>
      {t(versions.length === 0 ? 'configure' : 'change')}
    </Button>
  ) : null;
  if (versions.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} action={change} />;
  return (
    <div className={styles.page}>
      <div className={styles.foot}>
        {change}
        <span className={styles.muted}>{t('use')}</span>
      </div>
      {versions.toReversed().map((version) => (
        <VersionCard key={version.from} version={version} station={station} />
      ))}
    </div>
  );
}
