import 'maplibre-gl/dist/maplibre-gl.css';
import { AttributionControl, Map, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

// The map library and the outline of the world are one lazy chunk; the worker is an asset of its own.
setWorkerUrl(workerUrl);

export * as maplibre from 'maplibre-gl';
export { mapStyle } from './map-style.ts';
export { refineOutline } from './refine-outline.ts';

interface CreateMapOptions {
  container: HTMLElement;
  style: ConstructorParameters<typeof Map>[0]['style'];
  texts: { zoomIn: string; zoomOut: string };
}

/** A map as the product has them: no tilt, keyboard works, the wheel zooms. Throws where there is no WebGL. */
export function createMap({ container, style, texts }: CreateMapOptions): Map {
  const map = new Map({
    container,
    style: style!,
    center: [10, 30],
    zoom: 1.2,
    maxZoom: 18,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    locale: { 'NavigationControl.ZoomIn': texts.zoomIn, 'NavigationControl.ZoomOut': texts.zoomOut },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  return map;
}
