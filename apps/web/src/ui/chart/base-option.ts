import type { EChartsOption } from 'echarts';
import type { ChartLook } from './chart-look.ts';

/** What every chart shares; a page's option goes over it. */
export function withBase(option: EChartsOption, look: ChartLook, zoom: boolean): EChartsOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: look.text, fontFamily: 'inherit' },
    color: [...look.series],
    grid: { left: 8, right: 8, top: 40, bottom: 8, containLabel: true },
    legend: {
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
    },
    ...(zoom ? ZOOM : {}),
    ...option,
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
