import { DownOutlined, LineChartOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { CustomPointNote, type NotedDevice, type Reported } from './custom-point-note.tsx';
import type { Group, NamedPoint } from './device-points.ts';
import styles from './points.module.css';
import { usePointValue } from './use-point-value.ts';

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

function PointTable({
  device,
  points,
  reported,
  zone,
}: Pick<PointGroupCardProps, 'device' | 'points' | 'reported' | 'zone'>) {
  const { t } = useTranslation('devices');
  return (
    <table className={styles.points}>
      <thead>
        <tr>
          <th scope="col">{t('points.point')}</th>
          <th scope="col">{t('points.value')}</th>
          <th scope="col">{t('points.age')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('points.chart')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <PointRow key={point.key} device={device} point={point} reported={reported} zone={zone} />
        ))}
      </tbody>
    </table>
  );
}

const TO_HISTORY = { tab: choiceField(['history'], undefined), points: textsField() };

interface PointRowProps {
  device: NotedDevice;
  point: NamedPoint;
  reported: readonly Reported[];
  zone: string | undefined;
}

function PointRow({ device, point, reported, zone }: PointRowProps) {
  const { t } = useTranslation('devices');
  const valueOf = usePointValue();
  const [, go] = useUrlState(TO_HISTORY);
  const { key, name, value, time } = point;
  return (
    <tr>
      <th scope="row" title={key}>
        {name}
        {point.custom ? <CustomPointNote device={device} point={point} reported={reported} /> : null}
      </th>
      <td className={styles.value}>{valueOf(point, value)}</td>
      <td className={styles.age}>
        <Age time={time} {...(zone ? { zone } : {})} />
      </td>
      <td>
        <Button
          type="text"
          size="small"
          icon={<LineChartOutlined />}
          aria-label={`${t('points.chart')}: ${name}`}
          onClick={() => go({ tab: 'history', points: [key] }, { push: true })}
        />
      </td>
    </tr>
  );
}
