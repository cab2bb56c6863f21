import type { EChartsOption, GridComponentOption, LegendComponentOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';

/** What every chart shares; a page's option goes over it. */
export function withBase(option: EChartsOption, look: ChartLook, zoom: boolean): EChartsOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: look.text, fontFamily: 'inherit' },
    color: [...look.series],
    ...(zoom ? ZOOM : {}),
    ...option,
    grid: withDefaults(BASE_GRID, option.grid),
    legend: withDefaults(legendOf(look), option.legend),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: look.muted } },
      ...option.tooltip,
    },
  };
}

/** A page's part over the default one; several of a kind (two grids) are left to the page. */
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

const legendOf = (look: ChartLook): LegendComponentOption => ({
  type: 'scroll',
  top: 0,
  left: 0,
  icon: 'roundRect',
  itemWidth: 12,
  itemHeight: 8,
  textStyle: { color: look.text },
  inactiveColor: look.muted,
  pageIconColor: look.text,
  pageIconInactiveColor: look.line,
  pageTextStyle: { color: look.muted },
});

// Ctrl and wheel, pinch, or a stretch drawn with the mouse: the plain wheel keeps scrolling the page.
const ZOOM: EChartsOption = {
  dataZoom: [
    { type: 'inside', xAxisIndex: 'all', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: 'shift' } as never,
  ],
  toolbox: {
    show: true,
    itemSize: 0,
    top: -40,
    feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none' } },
  },
};
