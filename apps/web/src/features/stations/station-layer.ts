import { STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import type { ExpressionSpecification, GeoJSONSource, MapLayerMouseEvent, Marker, Popup } from 'maplibre-gl';
import type { ReadyMap } from '../../ui/map/map-base.tsx';
import { toDatum } from '../../ui/map/map-provider.ts';
import { toneOf } from '../../parts/status/status-scale.ts';
import { toneColor } from '../../ui/status/status-tone.ts';
import type { MapStation } from './map-station.ts';
import styles from './station-layer.module.css';

export interface StationLayer {
  show(stations: readonly MapStation[]): void;
  remove(): void;
}

interface StationLayerOptions {
  /** Line of the pop-up over a pin. */
  describe: (station: MapStation) => string;
  open: (stationId: number) => void;
}

const SOURCE = 'stations';
const PINS = 'station-pins';
const CLUSTERS = 'station-clusters';

/** Pins and clusters on a map that is ready. A cluster has the colour of its worst station. */
export function drawStations(ready: ReadyMap, options: StationLayerOptions): StationLayer {
  const { map } = ready;
  const stations = new Map<number, MapStation>();
  addLayers(ready);
  const popup = showPopup(ready, stations, options);
  const counts = createCounts(ready);
  map.on('click', CLUSTERS, (event) => map.easeTo({ center: event.lngLat, zoom: map.getZoom() + 2 }));
  map.on('render', counts.update);
  let placed = false;
  return {
    show(list) {
      stations.clear();
      for (const station of list) stations.set(station.id, station);
      map.getSource<GeoJSONSource>(SOURCE)?.setData(collection(list, ready));
      if (!placed && list.length > 0) fit(ready, list);
      placed = true;
    },
    remove() {
      popup.remove();
      counts.remove();
    },
  };
}

function addLayers(ready: ReadyMap): void {
  const { map } = ready;
  map.addSource(SOURCE, {
    type: 'geojson',
    data: collection([], ready),
    cluster: true,
    clusterRadius: 44,
    clusterMaxZoom: 11,
    clusterProperties: { worst: ['min', ['get', 'rank']] },
  });
  map.addLayer(
    circles(CLUSTERS, ['has', 'point_count'], ['step', ['get', 'point_count'], 16, 10, 20, 100, 26], 'worst'),
  );
  map.addLayer(
    circles(
      PINS,
      ['!', ['has', 'point_count']],
      ['interpolate', ['linear'], ['sqrt', ['get', 'capacityKw']], 1, 5, 100, 14],
      'rank',
    ),
  );
}

/** Describes the station below the mouse, and opens the one that is clicked. */
function showPopup(
  { map, maplibre }: ReadyMap,
  stations: ReadonlyMap<number, MapStation>,
  { describe, open }: StationLayerOptions,
): Popup {
  const { popup: className } = styles;
  const popup = new maplibre.Popup({ closeButton: false, closeOnClick: false, offset: 12, className });
  const stationAt = (event: MapLayerMouseEvent) =>
    stations.get(Number(event.features?.[0]?.properties['id']));
  map.on('mouseenter', PINS, (event) => {
    const station = stationAt(event);
    if (!station) return;
    map.getCanvas().style.cursor = 'pointer';
    popup.setLngLat(event.lngLat).setText(describe(station)).addTo(map);
  });
  map.on('mouseleave', PINS, () => {
    map.getCanvas().style.cursor = '';
    popup.remove();
  });
  map.on('click', PINS, (event) => {
    const station = stationAt(event);
    if (station) open(station.id);
  });
  return popup;
}

function circles(id: string, filter: ExpressionSpecification, radius: ExpressionSpecification, rank: string) {
  const color = (status: StationStatus) =>
    getComputedStyle(document.documentElement)
      .getPropertyValue(toneColor(toneOf('station', status)).slice(4, -1))
      .trim() || '#888888';
  const steps = STATION_STATUSES.flatMap((status, index) => [index, color(status)]);
  return {
    id,
    source: SOURCE,
    type: 'circle' as const,
    filter,
    paint: {
      'circle-radius': radius,
      'circle-color': ['match', ['get', rank], ...steps, '#888888'] as unknown as ExpressionSpecification,
      'circle-stroke-width': 1.5,
      'circle-stroke-color': '#ffffff',
      'circle-opacity': 0.92,
    },
  };
}

function collection(stations: readonly MapStation[], { datum }: ReadyMap) {
  return {
    type: 'FeatureCollection' as const,
    features: stations.map(({ id, longitude, latitude, capacityKw, status }) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: toDatum(longitude, latitude, datum) },
      properties: { id, capacityKw, rank: STATION_STATUSES.indexOf(status) },
    })),
  };
}

function fit({ map, maplibre, datum }: ReadyMap, stations: readonly MapStation[]): void {
  const bounds = new maplibre.LngLatBounds();
  for (const { longitude, latitude } of stations) bounds.extend(toDatum(longitude, latitude, datum));
  map.fitBounds(bounds, { padding: 48, maxZoom: 10, duration: 0 });
}

/** How many stations a cluster holds, written over it: the map has no fonts of its own without internet. */
function createCounts({ map, maplibre }: ReadyMap) {
  const markers = new Map<number, Marker>();
  return {
    update() {
      if (!map.isSourceLoaded(SOURCE)) return;
      const seen = new Set<number>();
      for (const feature of map.querySourceFeatures(SOURCE, { filter: ['has', 'point_count'] })) {
        const id = Number(feature.properties['cluster_id']);
        if (seen.has(id) || feature.geometry.type !== 'Point') continue;
        seen.add(id);
        if (markers.has(id)) continue;
        const element = document.createElement('span');
        element.className = styles.count!;
        element.textContent = String(feature.properties['point_count_abbreviated']);
        const place = feature.geometry.coordinates as [number, number];
        markers.set(id, new maplibre.Marker({ element }).setLngLat(place).addTo(map));
      }
      for (const [id, marker] of markers) {
        if (seen.has(id)) continue;
        marker.remove();
        markers.delete(id);
      }
    },
    remove() {
      for (const marker of markers.values()) marker.remove();
      markers.clear();
    },
  };
}
