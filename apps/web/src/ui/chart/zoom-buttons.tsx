import {
  LeftOutlined,
  RightOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import { move, type Stretch, zoomIn, zoomOut } from './zoom-steps.ts';

interface ZoomButtonsProps {
  whole: Stretch;
  seen: Stretch | undefined;
  onSeen: (seen: Stretch | undefined) => void;
}

/** What mouse and fingers do in a chart, for the keyboard and for large steps. */
export function ZoomButtons({ whole, seen, onSeen }: ZoomButtonsProps) {
  const { t } = useTranslation('common');
  const now = seen ?? { from: whole.from, to: whole.to };
  const button = (label: string, icon: ReactNode, next: Stretch | undefined, enabled: boolean) => (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={label}
        // Not disabled: that would take the focus away from whoever reached the end by keyboard.
        aria-disabled={!enabled}
        {...(enabled ? {} : { className: styles.spent })}
        onClick={() => enabled && onSeen(next)}
      />
    </Tooltip>
  );
  const closer = zoomIn(now);
  return (
    <span className={styles.zoom} role="group" aria-label={t('chart.zoom')}>
      {button(t('chart.earlier'), <LeftOutlined />, move(now, whole, -1), now.from > whole.from)}
      {button(t('chart.zoomOut'), <ZoomOutOutlined />, zoomOut(now, whole), seen !== undefined)}
      {button(t('chart.zoomIn'), <ZoomInOutlined />, closer, closer !== now)}
      {button(t('chart.later'), <RightOutlined />, move(now, whole, 1), now.to < whole.to)}
      {button(t('chart.resetZoom'), <UndoOutlined />, undefined, seen !== undefined)}
    </span>
  );
}
