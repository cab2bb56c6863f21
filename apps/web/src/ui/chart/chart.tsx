import type { EChartsOption } from 'echarts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartActions } from './chart-actions.tsx';
import { type ChartLook, useChartLook } from './chart-look.ts';
import styles from './chart.module.css';
import { type ChartTable, csvOf } from './csv.ts';
import { DataView } from './data-view.tsx';
import { csvBlob, download } from './download.ts';
import type { TipAt } from './tooltip.ts';
import type { Zoom } from './follow-zoom.ts';
import { type ChartHandle, useEcharts } from './use-echarts.ts';
import type { Stretch } from './zoom-steps.ts';

/** What a page says of its chart, whatever the chart is of. */
export interface ChartFrame {
  title: string;
  /** What the chart shows in a sentence or two, for those who do not see it: totals, peak and when. */
  summary: string;
  /** Name of its files without ending: `Riverina_2026-11-22`. */
  file: string;
  /** There is nothing to draw: says so instead. */
  empty?: boolean;
  /** More buttons beside the chart's own. */
  extra?: ReactNode;
  /** A line of figures below the title. */
  note?: ReactNode;
}

interface ChartProps extends ChartFrame {
  /** The echarts option in this look; keep it stable (`useCallback`) so that it is drawn only when it changes. */
  option: (look: ChartLook) => EChartsOption;
  /** What the tooltip says. */
  tip: TipAt;
  /** The same data as a table, for the page and for a file. */
  table: (use: 'page' | 'file') => ChartTable;
  height: number;
  zoom?: Zoom;
  /** The stretch to show, where the page keeps it. */
  seen?: Stretch | undefined;
}

/** A chart with its table, its files and its text alternative. */
export function Chart(props: ChartProps) {
  const { title, summary, height, table, file } = props;
  const { t } = useTranslation('common');
  const [asTable, setAsTable] = useState(false);
  const handle = useRef<ChartHandle>(undefined);
  const summaryId = useId();
  const showsData = asTable && !props.empty;
  return (
    <figure className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <figcaption className={styles.title}>{title}</figcaption>
        <div className={styles.tools}>
          {props.extra}
          <ChartActions
            asTable={asTable}
            zoom={props.zoom !== undefined && !props.zoom.onSeen}
            disabled={props.empty ?? false}
            onTable={() => setAsTable(!asTable)}
            onCsv={() => download(`${fileName(file)}.csv`, csvBlob(csvOf(table('file'))))}
            onPng={() => handle.current && download(`${fileName(file)}.png`, handle.current.picture())}
            onResetZoom={() => handle.current?.resetZoom()}
          />
        </div>
      </div>
      {props.note && !props.empty ? <div className={styles.note}>{props.note}</div> : null}
      {props.empty ? (
        <div className={styles.empty} style={{ height }}>
          {t('chart.noData')}
        </div>
      ) : (
        <p id={summaryId} className="visually-hidden">
          {summary}
        </p>
      )}
      {showsData ? <DataView table={table('page')} height={height} label={title} /> : null}
      {props.empty || asTable ? null : <Canvas {...props} handle={handle} describedBy={summaryId} />}
    </figure>
  );
}

/** Files are named without spaces, which break in a command line. */
const fileName = (name: string): string => name.trim().replaceAll(/\s+/g, '_');

interface CanvasProps extends ChartProps {
  handle: { current: ChartHandle | undefined };
  describedBy: string;
}

function Canvas({ option, tip, zoom, seen, handle, ...props }: CanvasProps) {
  const look = useChartLook();
  const element = useEcharts({ option, look, tip, handle, zoom, seen });
  return (
    <div
      ref={element}
      role="img"
      aria-label={props.title}
      aria-describedby={props.describedBy}
      style={{ height: props.height }}
    />
  );
}
