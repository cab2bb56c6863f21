import type { DeviceDetail } from '@sunfleet/contract';
import { Input } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { useStored } from '../../../lib/use-stored.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { useTyped } from '../../../lib/use-typed.ts';
import { Loaded, Permitted } from '../../../ui/page/page.tsx';
import { SkeletonTable } from '../../../ui/page/skeleton.tsx';
import { EmptyState, NoMatch } from '../../../ui/page/states.tsx';
import { groupPoints, type LatestPoint } from './device-points.ts';
import { isFolded, storedFolds } from './folded-groups.ts';
import { PinnedCard } from './pinned-card.tsx';
import { PointGroupCard } from './point-group-card.tsx';
import styles from './points.module.css';
import { StringTiles } from './string-tiles.tsx';
import { tileMaps } from './tiles.ts';
import { useStringMap } from './use-string-map.ts';

const FIELDS = { find: textField() };

/** Latest value of every point of the device, each with its own age. */
export function PointsTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="telemetry.view">
      <LivePoints device={device} />
    </Permitted>
  );
}

function LivePoints({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const latest = useCall('deviceLatest', { params: { id: device.id } }, { refetchMs: 60_000 });
  return (
    <Loaded loading={latest} skeleton={<SkeletonTable />}>
      {latest.data?.length ? (
        <Groups device={device} points={latest.data} zone={device.station?.timeZone} />
      ) : (
        <EmptyState title={t('points.emptyTitle')} hint={t('points.emptyHint')} />
      )}
    </Loaded>
  );
}

interface GroupsProps {
  device: DeviceDetail;
  points: readonly LatestPoint[];
  zone: string | undefined;
}

function Groups({ device, points, zone }: GroupsProps) {
  const { t } = useTranslation('devices');
  const nameOf = usePointName();
  const [{ find }, set] = useUrlState(FIELDS);
  const [typed, type] = useTyped(find, (text) => set({ find: text }));
  const named = useMemo(
    () => points.map((point) => ({ ...point, name: nameOf(point.key, point.name) })),
    [points, nameOf],
  );
  const groups = groupPoints(named, find);
  const design = useStringMap(device, tileMaps(points).length > 0);
  const maps = useMemo(() => tileMaps(points, design), [points, design]);
  const folds = useStored(storedFolds);
  return (
    <div className={styles.tab}>
      <Input.Search
        className={styles.search}
        allowClear
        value={typed}
        placeholder={t('points.search')}
        aria-label={t('points.search')}
        onChange={(event) => type(event.target.value)}
      />
      {groups.length === 0 ? <NoMatch onClear={() => set({ find: '' })} /> : null}
      {find === '' ? <PinnedCard device={device} points={named} reported={points} zone={zone} /> : null}
      {maps.length > 0 && find === '' ? <StringTiles maps={maps} zone={zone} /> : null}
      <div className={styles.groups}>
        {groups.map(({ group, points: shown }) => (
          <PointGroupCard
            key={group}
            device={device}
            group={group}
            points={shown}
            reported={points}
            zone={zone}
            // What a search has found is shown.
            folded={find === '' && isFolded(folds, { group, rows: shown.length, tiled: maps.length > 0 })}
            onFold={(folded) => storedFolds.set({ ...folds, [group]: folded })}
          />
        ))}
      </div>
    </div>
  );
}
