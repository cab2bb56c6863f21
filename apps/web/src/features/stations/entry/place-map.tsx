import type { Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../lib/appearance.ts';
import { TownMap } from '../../../parts/towns/town-map.tsx';
import type { ChosenAddress } from '../../../parts/towns/use-addresses.ts';
import type { ReadyMap } from '../../../ui/map/map-base.tsx';
import { fromDatum, toDatum } from '../../../ui/map/map-provider.ts';

/** Degrees, WGS-84. */
interface Place {
  latitude: number;
  longitude: number;
}

interface PlaceMapProps {
  place: Place | undefined;
  onPlace: (place: Place) => void;
  onAddress: (address: ChosenAddress) => void;
}

/** Near enough to see the neighbourhood, where the map has one to show. */
const NEAR = 6;

/** A map with one pin: a click sets it, and it can be dragged. It begins near a place that is known. */
export function PlaceMap({ place, onPlace, onAddress }: PlaceMapProps) {
  const { t } = useTranslation('stations');
  const pin = useRef<Pin>(undefined);
  const [ready, setReady] = useState(0);
  const phone = usePhone();
  const told = useRef(onPlace);
  useEffect(() => {
    told.current = onPlace;
  });
  const latitude = place?.latitude;
  const longitude = place?.longitude;
  useEffect(() => {
    pin.current?.show(
      latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
    );
  }, [latitude, longitude, ready]);
  const onReady = (parts: ReadyMap) => {
    pin.current = createPin(parts, (next) => told.current(next));
    if (place) {
      const center = toDatum(place.longitude, place.latitude, parts.datum);
      parts.map.jumpTo({ center, zoom: NEAR });
    }
    setReady((times) => times + 1);
    return () => {
      pin.current = undefined;
    };
  };
  // On a phone the fields below stay in sight, and a thumb finds room beside the map to scroll.
  const height = phone ? 260 : 'min(60vh, 480px)';
  return <TownMap label={t('entry.map')} height={height} onReady={onReady} onAddress={onAddress} />;
}

interface Pin {
  show: (place: Place | undefined) => void;
}

function createPin({ map, maplibre, datum }: ReadyMap, onPlace: (place: Place) => void): Pin {
  const marker: Marker = new maplibre.Marker({ draggable: true });
  const tell = ({ lng, lat }: { lng: number; lat: number }) => {
    // The map repeats the world sideways, so a click may lie beyond 180 degrees.
    const { lng: once } = new maplibre.LngLat(lng, lat).wrap();
    const [longitude, latitude] = fromDatum(once, lat, datum);
    onPlace({ latitude, longitude });
  };
  map.getCanvas().style.cursor = 'crosshair';
  map.on('click', ({ lngLat }) => tell(lngLat));
  marker.on('dragend', () => tell(marker.getLngLat()));
  return {
    show(place) {
      if (!place) {
        marker.remove();
        return;
      }
      const at = toDatum(place.longitude, place.latitude, datum);
      marker.setLngLat(at).addTo(map);
      // A map on its way to a place that was found goes on.
      if (!map.isMoving() && !map.getBounds().contains(at))
        map.easeTo({ center: at, zoom: Math.max(map.getZoom(), NEAR) });
    },
  };
}
