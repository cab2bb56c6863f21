import type {
  EChartsOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts';
import type { ChartLook } from './chart-look.ts';

interface BaseParts {
  zoom: boolean;
  tooltip: TooltipComponentOption['formatter'];
}

/** What every chart shares; its own option goes over it. */
export function withBase(
  option: EChartsOption,
  look: ChartLook,
  { zoom, tooltip }: BaseParts,
): EChartsOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: look.text, fontFamily: look.font },
    ...(zoom ? ZOOM : {}),
    ...option,
    grid: withDefaults(BASE_GRID, option.grid),
    legend: withDefaults(legendLook(look), option.legend),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: look.muted } },
      ...(tooltip ? { formatter: tooltip } : {}),
    },
  };
}

/** A chart's part over the default one; several of a kind (two grids) are left to the chart. */
function withDefaults<T extends object>(base: T, own: T | T[] | undefined): T | T[] {
  return Array.isArray(own) ? own : { ...base, ...own };
}

const BASE_GRID: GridComponentOption = {
  left: 8,
  right: 8,
  top: 40,
  bottom: 8,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};

const legendLook = (look: ChartLook): LegendComponentOption => ({
  top: 0,
  left: 0,
  itemWidth: 18,
  itemHeight: 8,
  textStyle: { color: look.text },
  inactiveColor: look.muted,
});

// Ctrl and wheel, pinch, or a stretch drawn with the mouse: the plain wheel keeps scrolling the page.
const INSIDE = {
  type: 'inside',
  xAxisIndex: 'all',
  zoomOnMouseWheel: 'ctrl',
  moveOnMouseMove: 'shift',
} as const;
const ZOOM: EChartsOption = {
  dataZoom: [INSIDE as never],
  toolbox: {
    show: true,
    itemSize: 0,
    top: -40,
    feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none' } },
  },
};

/** The whole range as a strip at the foot, in which a stretch is chosen; goes into an option as `dataZoom`. */
export const brushZoom = (look: ChartLook, left: number): EChartsOption['dataZoom'] => [
  INSIDE as never,
  {
    type: 'slider',
    xAxisIndex: 'all',
    left,
    right: 24,
    bottom: 4,
    height: 22,
    showDetail: false,
    borderColor: look.line,
    fillerColor: look.dark ? 'rgba(255,255,255,0.08)' : 'rgba(20,30,50,0.07)',
    handleStyle: { color: look.surface, borderColor: look.muted },
    moveHandleStyle: { color: look.line },
    dataBackground: { lineStyle: { color: look.muted }, areaStyle: { color: look.muted, opacity: 0.15 } },
    selectedDataBackground: {
      lineStyle: { color: look.muted },
      areaStyle: { color: look.muted, opacity: 0.3 },
    },
    brushSelect: true,
  },
];
