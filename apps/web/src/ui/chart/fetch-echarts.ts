import { loadChunk } from '../../lib/load-chunk.ts';

/** The library of charts, which a page may ask for while it waits for what it will draw. */
export const fetchEcharts = () => loadChunk(() => import('./echarts.ts'));
