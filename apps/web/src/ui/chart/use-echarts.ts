import type { EChartsOption, EChartsType } from 'echarts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { withBase } from './base-option.ts';
import type { ChartLook } from './chart-look.ts';
import { followZoom, seenIn, selectStretches, showStretch, type Zoom } from './follow-zoom.ts';
import { fetchEcharts } from './fetch-echarts.ts';
import { tipElement, type TipAt } from './tooltip.ts';
import { isClose, keptStretch, type Stretch } from './zoom-steps.ts';

/** What the buttons beside a chart do with it. */
export interface ChartHandle {
  picture: () => string;
  resetZoom: () => void;
}

interface UseEchartsOptions {
  option: (look: ChartLook) => EChartsOption;
  look: Omit<ChartLook, 'width'>;
  tip: TipAt;
  zoom?: Zoom | undefined;
  /** The stretch of the time axis to show; undefined: the whole, or what the reader chose. */
  seen?: Stretch | undefined;
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
  const { chart, width } = useChart(element);
  const { option, look: page, tip, zoom, seen, handle } = options;
  const look = useMemo(() => ({ ...page, width }), [page, width]);
  const { told, tell } = useTeller(zoom?.onSeen);

  const drawn = useRef<{ chart: EChartsType; look: ChartLook; zoom: Zoom | undefined }>(undefined);
  useEffect(() => {
    if (!chart) return;
    const tooltip = (params: unknown) =>
      tipElement(look, tip(look, { ...pointed(params), isShown: shownIn(chart) }));
    const last = drawn.current;
    const onlyFigures = last?.chart === chart && last.look === look && last.zoom?.shape === zoom?.shape;
    drawn.current = { chart, look, zoom };
    const next = withBase(option(look), look, { zoom: zoom !== undefined, tooltip });
    // New figures change neither which series are hidden nor the stretch that is looked at, and interrupt no drag.
    if (onlyFigures && zoom) chart.setOption(next, { replaceMerge: ['series'] });
    else drawAnew(chart, next, { zoom, last: last?.chart === chart ? last.zoom?.whole : undefined });
    handle.current = {
      picture: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: look.surface }),
      resetZoom: () => showStretch(chart, undefined),
    };
    return zoom && followZoom(chart, { look, zoom }, tell);
  }, [chart, option, look, tip, zoom, handle, tell]);

  // The page wants what the reader chose a moment ago, and the reader may have gone on: what came from the chart is not shown again.
  useEffect(() => {
    if (!chart || isSame(seen, told.current)) return;
    told.current = seen;
    showStretch(chart, seen);
  }, [chart, seen, told]);

  return element;
}

/** The chart in an element, once echarts is loaded, and how wide it is. */
function useChart(element: RefObject<HTMLDivElement | null>) {
  const [chart, setChart] = useState<EChartsType>();
  const [width, setWidth] = useState(0);
  const fail = useThrow();
  useEffect(() => {
    let made: EChartsType | undefined;
    let gone = false;
    const observer = new ResizeObserver(() => {
      made?.resize();
      setWidth(widthOf(made));
    });
    void fetchEcharts().then(({ init }) => {
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
  }, [element, fail]);
  return { chart, width };
}

/**
 * Replaces all that was drawn; hidden series stay hidden, and a stretch that still exists stays the one that is seen. Of another range,
 * the whole of the `last` one is no stretch that anybody chose.
 */
function drawAnew(
  chart: EChartsType,
  option: EChartsOption,
  { zoom, last }: { zoom: Zoom | undefined; last: Stretch | undefined },
): void {
  const before = { selected: selectedIn(chart), seen: seenIn(chart) };
  // echarts would go on hearing a stretch that is drawn with the mouse on the axis of before, too.
  if (before.seen) selectStretches(chart, false);
  chart.setOption(option, { notMerge: true });
  if (before.selected) chart.setOption({ legend: { selected: before.selected } });
  const kept = zoom && keptStretch(before.seen, { last, whole: zoom.whole });
  if (kept) showStretch(chart, kept);
}

/** From the last move of a zoom until the page hears of it, so that a drag is one question to the server. */
const PAUSE_MS = 250;

/** Tells the page what is looked at, after a pause. */
function useTeller(onSeen: Zoom['onSeen']) {
  const told = useRef<Stretch>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = useCallback(
    (now: Stretch | undefined) => {
      if (!onSeen) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (isSame(now, told.current)) return;
        told.current = now;
        onSeen(now);
      }, PAUSE_MS);
    },
    [onSeen],
  );
  return { told, tell };
}

const isSame = (one: Stretch | undefined, other: Stretch | undefined): boolean =>
  one && other ? isClose(one, other) : one === other;

/** In steps, because only the rows of the legend follow from it. */
const widthOf = (chart: EChartsType | undefined): number => Math.floor((chart?.getWidth() ?? 0) / 10) * 10;

/** Where the pointer is: the value of its axis, and the place of the nearest sample. */
function pointed(params: unknown): { value: number; place: number } {
  const [first] = [params].flat() as { axisValue?: unknown; dataIndex?: number }[];
  return { value: Number(first?.axisValue), place: first?.dataIndex ?? -1 };
}

interface Drawn {
  legend?: { selected?: Record<string, boolean> }[];
}

/** Which names the legend shows and hides; undefined before anything is drawn. */
const selectedIn = (chart: EChartsType) => (chart.getOption() as Drawn | undefined)?.legend?.[0]?.selected;

const shownIn = (chart: EChartsType) => {
  const selected = selectedIn(chart);
  return (name: string) => selected?.[name] !== false;
};
