import type { Marker } from 'maplibre-gl';
import { useRef, useState } from 'react';
import { useRead } from '../../lib/call/use-read.ts';
import { fromDatum, toDatum } from '../../ui/map/map-provider.ts';
import { MapBase, type MapBaseProps, type ReadyMap } from '../../ui/map/map-base.tsx';
import { drawTowns } from './town-layer.ts';
import { TownSearch } from './town-search.tsx';
import type { ChosenAddress } from './use-addresses.ts';
import type { FoundPlace } from './use-suggestions.ts';

interface TownMapProps extends MapBaseProps {
  /** Present where addresses are searched, too, on servers that ask somebody for them. */
  onAddress?: ((address: ChosenAddress) => void) | undefined;
}

/** A map with the names of towns, where its background has none, and a box to find a place. */
export function TownMap({ label, height, onReady, onAddress }: TownMapProps) {
  const read = useRead();
  const [ready, setReady] = useState<ReadyMap>();
  const start = (parts: ReadyMap) => {
    const towns = parts.outline
      ? drawTowns(parts, (square) => read('mapTowns', { query: { ...square } }))
      : undefined;
    const leave = onReady(parts);
    setReady(parts);
    return () => {
      leave?.();
      towns?.remove();
      setReady(undefined);
    };
  };
  return (
    <MapBase label={label} height={height} onReady={start}>
      {ready ? <Finder ready={ready} onAddress={onAddress} /> : null}
    </MapBase>
  );
}

function Finder({ ready, onAddress }: { ready: ReadyMap } & Pick<TownMapProps, 'onAddress'>) {
  const { map, maplibre, datum, outline } = ready;
  const mark = useRef<Marker>(undefined);
  const near = () => {
    const { lng, lat } = map.getCenter().wrap();
    const [longitude, latitude] = fromDatum(lng, lat, datum);
    return { latitude, longitude };
  };
  const fly = (place: FoundPlace) => {
    const center = toDatum(place.longitude, place.latitude, datum);
    mark.current?.remove();
    mark.current = new maplibre.Marker({ element: ring() }).setLngLat(center).addTo(map);
    map.flyTo({ center, zoom: zoomOf(place, outline), maxDuration: 2_500 });
  };
  return <TownSearch near={near} onFound={fly} onAddress={onAddress} />;
}

/** A large town is seen whole; a village or a typed position with its neighbourhood, and a house where the map shows streets. */
function zoomOf({ population = 0, exact }: FoundPlace, outline: boolean): number {
  if (exact && !outline) return 16;
  return population > 1_000_000 ? 9 : population > 100_000 ? 10 : 11;
}

/** What marks the place that was found, without looking like a station. */
function ring(): HTMLElement {
  const element = document.createElement('span');
  Object.assign(element.style, {
    width: '22px',
    height: '22px',
    border: '2px solid var(--focus)',
    borderRadius: '50%',
    pointerEvents: 'none',
  });
  return element;
}
