import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import type { NotedDevice, Reported } from './custom-point-note.tsx';
import type { Group, NamedPoint } from './device-points.ts';
import { PointTable } from './point-table.tsx';
import styles from './points.module.css';

interface PointGroupCardProps {
  device: NotedDevice;
  group: Group;
  points: readonly NamedPoint[];
  /** Everything that the device reports. */
  reported: readonly Reported[];
  /** Of the station; the browser's where the device has none. */
  zone: string | undefined;
  folded: boolean;
  onFold: (folded: boolean) => void;
}

/** The points of one group as a small table under a head that folds it. */
export function PointGroupCard({
  device,
  group,
  points,
  reported,
  zone,
  folded,
  onFold,
}: PointGroupCardProps) {
  const { t } = useTranslation(['devices', 'points']);
  const format = useFormat();
  const id = useId();
  const head = (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!folded}
      aria-controls={id}
      onClick={() => onFold(!folded)}
    >
      {folded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      {t(`group.${group}`, { ns: 'points' })}
    </button>
  );
  return (
    <Card title={head} extra={<span className={styles.count}>{format.number(points.length, 0)}</span>}>
      <div id={id} hidden={folded}>
        {folded ? null : <PointTable device={device} points={points} reported={reported} zone={zone} />}
      </div>
    </Card>
  );
}
