import type { EChartsOption, EChartsType } from 'echarts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { withBase } from './base-option.ts';
import type { ChartLook } from './chart-look.ts';

/** What the buttons beside a chart do with it. */
export interface ChartHandle {
  picture: () => string;
  resetZoom: () => void;
}

interface UseEchartsOptions {
  option: (look: ChartLook) => EChartsOption;
  look: ChartLook;
  zoom: boolean;
  group?: string;
  onClick?: (event: { name: string; dataIndex: number; value: unknown }) => void;
  handle: { current: ChartHandle | undefined };
}

/** Hands an error of asynchronous work to the page's error boundary. */
function useThrow(): (error: unknown) => void {
  const [, setState] = useState<undefined>();
  return useCallback((error) => {
    setState(() => {
      throw error;
    });
  }, []);
}

/** Loads echarts, keeps one chart in the element it answers, in step with option, look and size. */
export function useEcharts(options: UseEchartsOptions): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const fail = useThrow();
  const { option, look, zoom, group, handle } = options;
  const onClick = useEffectEvent((event: { name: string; dataIndex: number; value: unknown }) =>
    options.onClick?.(event),
  );

  useEffect(() => {
    let made: EChartsType | undefined;
    let gone = false;
    const observer = new ResizeObserver(() => made?.resize());
    void loadChunk(() => import('./echarts.ts')).then(({ init, connect }) => {
      if (gone || !element.current) return;
      made = init(element.current) as unknown as EChartsType;
      if (group) {
        made.group = group;
        connect(group);
      }
      made.on('click', (event) => onClick(event as never));
      observer.observe(element.current);
      setChart(made);
    }, fail);
    return () => {
      gone = true;
      observer.disconnect();
      made?.dispose();
      setChart(undefined);
    };
  }, [group, fail]);

  useEffect(() => {
    if (!chart) return;
    chart.setOption(withBase(option(look), look, zoom), { notMerge: true });
    if (zoom) {
      chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
    }
    handle.current = {
      picture: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: look.surface }),
      resetZoom: () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
    };
  }, [chart, option, look, zoom, handle]);

  return element;
}
