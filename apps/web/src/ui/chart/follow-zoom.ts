import type { EChartsOption, EChartsType } from 'echarts';
import type { ChartLook } from './chart-look.ts';
import { isClose, isWhole, type Stretch } from './zoom-steps.ts';

/** A time axis of which a stretch may be drawn larger. */
export interface Zoom {
  whole: Stretch;
  /** The same as long as nothing but figures changes. */
  shape: string;
  /** What changes in the option for the stretch that is seen. */
  optionFor: (look: ChartLook, seen: Stretch) => EChartsOption;
  /** Hears of another stretch that is looked at; undefined: the whole. */
  onSeen?: ((seen: Stretch | undefined) => void) | undefined;
}

/** Lets a stretch be drawn with the mouse, keeps the marks of the axis in step with what is seen, and tells of it. */
export function followZoom(
  chart: EChartsType,
  { look, zoom }: { look: ChartLook; zoom: Zoom },
  tell: (seen: Stretch | undefined) => void,
): () => void {
  const part = () => {
    const now = seenIn(chart);
    return now && !isWhole(now, zoom.whole) ? now : undefined;
  };
  const mark = (now: Stretch) => chart.setOption(zoom.optionFor(look, now));
  const follow = () => {
    const now = part();
    mark(now ?? zoom.whole);
    tell(now);
  };
  const now = part();
  if (now) mark(now);
  chart.on('datazoom', follow);
  selectStretches(chart, true);
  return () => {
    chart.off('datazoom', follow);
  };
}

/** Whether a stretch drawn with the mouse is zoomed into. */
export function selectStretches(chart: EChartsType, active: boolean): void {
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: active });
}

/** Shows a stretch, or the whole; nothing happens where it is shown already. */
export function showStretch(chart: EChartsType, seen: Stretch | undefined): void {
  const now = seenIn(chart);
  if (seen && now && isClose(seen, now)) return;
  chart.dispatchAction(
    seen
      ? { type: 'dataZoom', startValue: seen.from, endValue: seen.to }
      : { type: 'dataZoom', start: 0, end: 100 },
  );
}

interface Drawn {
  dataZoom?: { startValue?: number; endValue?: number }[];
}

/** The stretch of time that a zoom left. */
export function seenIn(chart: EChartsType): Stretch | undefined {
  const { startValue: from, endValue: to } = (chart.getOption() as Drawn | undefined)?.dataZoom?.[0] ?? {};
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}
