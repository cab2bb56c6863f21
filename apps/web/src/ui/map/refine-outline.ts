import type { GeoJSONSource, Map } from 'maplibre-gl';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { During } from './busy-while.ts';

/** Nearer than this the first outline shows its corners. */
const COARSE_UNTIL = 3;

/** Draws the shipped outline finer once somebody looks near. Where that cannot be loaded, the coarse one stays. */
export function refineOutline(map: Map, during: During): void {
  let [gone, asked] = [false, false];
  const look = async () => {
    if (asked || map.getZoom() < COARSE_UNTIL) return;
    asked = true;
    const { fineOutline } = await loadChunk(() => import('./fine-outline.ts'));
    if (gone) return;
    for (const [source, data] of Object.entries(fineOutline()))
      map.getSource<GeoJSONSource>(source)?.setData(data);
  };
  const quietly = () => during(look());
  map.on('zoomend', quietly);
  map.once('remove', () => {
    gone = true;
  });
  quietly();
}
