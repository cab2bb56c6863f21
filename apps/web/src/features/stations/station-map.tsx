import { STATION_STATUSES, stationAddress } from '@sunfleet/contract';
import type { InputOf } from '@sunfleet/api-client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { TownMap } from '../../parts/towns/town-map.tsx';
import type { ReadyMap } from '../../ui/map/map-base.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonArea } from '../../ui/page/skeleton.tsx';
import { NoMatch } from '../../ui/page/states.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { MAP_HEIGHT } from './map-height.ts';
import type { MapStation } from './map-station.ts';
import { capacityText } from './capacity-text.ts';
import { drawStations, type StationLayer } from './station-layer.ts';
import styles from './stations.module.css';

type Filter = NonNullable<InputOf<'mapStations'>['query']>;

/** Stations where they stand: coloured by status, sized by capacity, gathered where they are dense. */
export function StationMap({ filter }: { filter: Filter }) {
  const stations = useCall('mapStations', { query: filter }, { keepPrevious: true, refetchMs: 30_000 });
  return (
    <Card flush>
      <Loaded loading={stations} skeleton={<SkeletonArea height={MAP_HEIGHT} />}>
        {stations.data?.length === 0 ? <NoMatch /> : null}
        {stations.data && stations.data.length > 0 ? <Drawn stations={stations.data} /> : null}
      </Loaded>
      <Legend />
    </Card>
  );
}

function Drawn({ stations }: { stations: readonly MapStation[] }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const navigate = useNavigate();
  const layer = useRef<StationLayer>(undefined);
  const [ready, setReady] = useState(0);
  useEffect(() => layer.current?.show(stations), [stations, ready]);
  const onReady = (parts: ReadyMap) => {
    layer.current = drawStations(parts, {
      describe: ({ name, power, capacityKw }) =>
        `${name} · ${format.power(power)} · ${capacityText(t, format, capacityKw)}`,
      open: (id) => navigate(stationAddress(id)),
    });
    setReady((times) => times + 1);
    return () => {
      layer.current?.remove();
      layer.current = undefined;
    };
  };
  return <TownMap label={t('map.label', { count: stations.length })} height={MAP_HEIGHT} onReady={onReady} />;
}

function Legend() {
  return (
    <div className={styles.legend}>
      {STATION_STATUSES.map((status) => (
        <StatusBadge key={status} of="station" value={status} />
      ))}
    </div>
  );
}
