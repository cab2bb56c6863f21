import type { EChartsOption, EChartsType } from 'echarts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { withBase } from './base-option.ts';
import type { ChartLook } from './chart-look.ts';
import { tipElement, type TipAt } from './tooltip.ts';

/** What the buttons beside a chart do with it. */
export interface ChartHandle {
  picture: () => string;
  resetZoom: () => void;
}

export interface Stretch {
  from: number;
  to: number;
}

/** A time axis of which a stretch may be drawn larger. */
export interface Zoom {
  whole: Stretch;
  /** What changes in the option for the stretch that is seen. */
  optionFor: (look: ChartLook, seen: Stretch) => EChartsOption;
}

interface UseEchartsOptions {
  option: (look: ChartLook) => EChartsOption;
  look: Omit<ChartLook, 'width'>;
  tip: TipAt;
  zoom?: Zoom | undefined;
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
  const { option, look: page, tip, zoom, handle } = options;
  const [width, setWidth] = useState(0);
  const look = useMemo(() => ({ ...page, width }), [page, width]);

  useEffect(() => {
    let made: EChartsType | undefined;
    let gone = false;
    const observer = new ResizeObserver(() => {
      made?.resize();
      setWidth(widthOf(made));
    });
    void loadChunk(() => import('./echarts.ts')).then(({ init }) => {
      if (gone || !element.current) return;
      made = init(element.current) as unknown as EChartsType;
      observer.observe(element.current);
      setWidth(widthOf(made));
      setChart(made);
    }, fail);
    return () => {
      gone = true;
      observer.disconnect();
      made?.dispose();
      setChart(undefined);
    };
  }, [fail]);

  useEffect(() => {
    if (!chart) return;
    const tooltip = (params: unknown) =>
      tipElement(look, tip(look, { ...pointed(params), isShown: shownIn(chart) }));
    const before = { selected: selectedIn(chart), seen: seenIn(chart) };
    chart.setOption(withBase(option(look), look, { zoom: zoom !== undefined, tooltip }), { notMerge: true });
    // New figures change neither which series are hidden nor the stretch that is looked at.
    if (before.selected) chart.setOption({ legend: { selected: before.selected } });
    handle.current = {
      picture: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: look.surface }),
      resetZoom: () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
    };
    return zoom && followZoom(chart, { look, zoom, seen: before.seen });
  }, [chart, option, look, tip, zoom, handle]);

  return element;
}

/** In steps, because only the rows of the legend follow from it. */
const widthOf = (chart: EChartsType | undefined): number => Math.floor((chart?.getWidth() ?? 0) / 10) * 10;

/** Lets a stretch be drawn with the mouse, and keeps the marks of the axis in step with what is seen. */
function followZoom(
  chart: EChartsType,
  { look, zoom, seen }: { look: ChartLook; zoom: Zoom; seen: Stretch | undefined },
): () => void {
  const follow = () => {
    const now = seenIn(chart);
    if (now) chart.setOption(zoom.optionFor(look, now));
  };
  chart.on('datazoom', follow);
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
  const { whole } = zoom;
  if (seen && seen.from >= whole.from && seen.to <= whole.to && seen.to - seen.from < whole.to - whole.from) {
    chart.dispatchAction({ type: 'dataZoom', startValue: seen.from, endValue: seen.to });
  }
  return () => {
    chart.off('datazoom', follow);
  };
}

/** Where the pointer is: the value of its axis, and the place of the nearest sample. */
function pointed(params: unknown): { value: number; place: number } {
  const [first] = [params].flat() as { axisValue?: unknown; dataIndex?: number }[];
  return { value: Number(first?.axisValue), place: first?.dataIndex ?? -1 };
}

interface Drawn {
  legend?: { selected?: Record<string, boolean> }[];
  dataZoom?: { startValue?: number; endValue?: number }[];
}

/** Which names the legend shows and hides; undefined before anything is drawn. */
const selectedIn = (chart: EChartsType) => (chart.getOption() as Drawn | undefined)?.legend?.[0]?.selected;

const shownIn = (chart: EChartsType) => {
  const selected = selectedIn(chart);
  return (name: string) => selected?.[name] !== false;
};

/** The stretch of time that a zoom left. */
function seenIn(chart: EChartsType): Stretch | undefined {
  const { startValue: from, endValue: to } = (chart.getOption() as Drawn | undefined)?.dataZoom?.[0] ?? {};
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}
