import type { EChartsOption } from 'echarts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartActions } from './chart-actions.tsx';
import { csvOf, type ChartTable } from './chart-table.ts';
import { type ChartLook, useChartLook } from './chart-look.ts';
import { csvBlob, download } from './download.ts';
import styles from './chart.module.css';
import { DataView } from './data-view.tsx';
import { type ChartHandle, useEcharts } from './use-echarts.ts';

export interface ChartProps {
  /** Heading of the chart, and the name of its files. */
  title: string;
  /** What the chart shows in a sentence or two, for those who do not see it: totals, peak and when. */
  summary: string;
  /** The echarts option in this look; keep it stable (`useCallback`) so that it is drawn only when it changes. */
  option: (look: ChartLook) => EChartsOption;
  /** The same data as a table. */
  table: () => ChartTable;
  /** Charts of one group share crosshair and zoom. */
  group?: string;
  height?: number;
  /** A stretch of the time axis may be drawn larger. */
  zoom?: boolean;
  /** There is nothing to draw: says so instead. */
  empty?: boolean;
  /** More buttons beside the chart's own. */
  extra?: ReactNode;
  onClick?: (event: { name: string; dataIndex: number; value: unknown }) => void;
}

/** A chart with its table, its files and its text alternative. */
export function Chart(props: ChartProps) {
  const { title, summary, height = 300, zoom = false, table } = props;
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
            zoom={zoom}
            disabled={props.empty ?? false}
            onTable={() => setAsTable(!asTable)}
            onCsv={() => download(`${title}.csv`, csvBlob(csvOf(table())))}
            onPng={() => handle.current && download(`${title}.png`, handle.current.picture())}
            onResetZoom={() => handle.current?.resetZoom()}
          />
        </div>
      </div>
      {props.empty ? (
        <div className={styles.empty} style={{ height }}>
          {t('chart.noData')}
        </div>
      ) : (
        <p id={summaryId} className="visually-hidden">
          {summary}
        </p>
      )}
      {showsData ? <DataView table={table()} height={height} label={title} /> : null}
      {props.empty || asTable ? null : (
        <Canvas {...props} height={height} handle={handle} describedBy={summaryId} />
      )}
    </figure>
  );
}

interface CanvasProps extends ChartProps {
  height: number;
  handle: { current: ChartHandle | undefined };
  describedBy: string;
}

function Canvas(props: CanvasProps) {
  const look = useChartLook();
  const element = useEcharts({
    option: props.option,
    look,
    zoom: props.zoom ?? false,
    ...(props.group ? { group: props.group } : {}),
    ...(props.onClick ? { onClick: props.onClick } : {}),
    handle: props.handle,
  });
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
