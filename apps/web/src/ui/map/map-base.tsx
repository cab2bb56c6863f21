import type { Map } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../lib/appearance.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { type MapFailure, mapFailure } from './map-failure.ts';
import { busyWhile, type During } from './busy-while.ts';
import type { Datum } from './map-provider.ts';
import { findProvider } from './map-provider.ts';
import styles from './map.module.css';

/** A map that is ready to be drawn on. */
export interface ReadyMap {
  map: Map;
  /** Classes of the map library (`Popup`, `LngLatBounds`, …). */
  maplibre: typeof import('maplibre-gl');
  /** Datum of the background: pass positions through `toDatum` before drawing. */
  datum: Datum;
  dark: boolean;
  /** The background is the shipped outline, which has no names. */
  outline: boolean;
  /** The map is busy while this goes on. */
  during: During;
}

export interface MapBaseProps {
  /** Names the map for screen readers. */
  label: string;
  height: number | string;
  /**
   * Adds sources, layers and listeners. Called when the background has loaded, and again after a change of theme, which makes
   * a new map. The function that it answers is called before the map is removed.
   */
  onReady: (ready: ReadyMap) => (() => void) | undefined;
  /** What stands over the map. */
  children?: ReactNode;
}

/** A map with the host's background, or the outline of the world without internet. */
export function MapBase({ label, height, onReady, children }: MapBaseProps) {
  const { t } = useTranslation('common');
  const dark = useDark();
  const container = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<MapFailure>();
  const ready = useEffectEvent(onReady);
  const texts = useEffectEvent(() => ({ zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') }));

  useEffect(() => {
    let gone = false;
    let leave: (() => void) | undefined;
    let map: Map | undefined;
    const start = async () => {
      const [library, provider] = await Promise.all([
        loadChunk(() => import('./maplibre.ts')),
        findProvider(location.host),
      ]);
      const element = container.current;
      if (gone || !element) return;
      const style = library.mapStyle(provider, dark);
      map = library.createMap({ container: element, style, texts: texts() });
      const datum = provider?.datum ?? 'WGS-84';
      const made = map;
      map.once('load', () => {
        if (gone) return;
        const during = busyWhile(element);
        if (!provider) library.refineOutline(made, during);
        leave = ready({ map: made, maplibre: library.maplibre, datum, dark, outline: !provider, during });
      });
    };
    start().catch(() => {
      if (!gone) setFailure(mapFailure());
    });
    return () => {
      gone = true;
      leave?.();
      map?.remove();
    };
  }, [dark]);

  return (
    <div className={styles.frame} style={{ height }}>
      {failure ? <p className={styles.failed}>{t(`map.${failure}`)}</p> : null}
      <div
        ref={container}
        className={styles.map}
        role="application"
        aria-label={label}
        hidden={failure !== undefined}
      />
      {children}
    </div>
  );
}
