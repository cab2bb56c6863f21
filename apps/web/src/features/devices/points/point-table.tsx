import { LineChartOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { useStored } from '../../../lib/use-stored.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { CustomPointNote, type NotedDevice, type Reported } from './custom-point-note.tsx';
import type { NamedPoint } from './device-points.ts';
import { storedPins, toggledPin } from './pinned-points.ts';
import styles from './points.module.css';
import { usePointValue } from './use-point-value.ts';

export interface PointTableProps {
  device: NotedDevice;
  points: readonly NamedPoint[];
  /** Everything that the device reports. */
  reported: readonly Reported[];
  /** Of the station; the browser's where the device has none. */
  zone: string | undefined;
}

/** Points with value and age, each with the way to its history, and pinned or not. */
export function PointTable({ device, points, reported, zone }: PointTableProps) {
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

interface PointRowProps extends Omit<PointTableProps, 'points'> {
  point: NamedPoint;
}

function PointRow({ device, point, reported, zone }: PointRowProps) {
  const { t } = useTranslation('devices');
  const valueOf = usePointValue();
  const [, go] = useUrlState(TO_HISTORY);
  const pins = useStored(storedPins);
  const { key, name, value, time } = point;
  const pinned = pins.includes(key);
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
          icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
          aria-label={t('points.pin', { name })}
          aria-pressed={pinned}
          onClick={() => storedPins.set(toggledPin(pins, key))}
        />
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
