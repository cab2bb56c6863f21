import { LineChartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import type { Group, NamedPoint } from './device-points.ts';
import styles from './points.module.css';
import { usePointValue } from './use-point-value.ts';

interface PointGroupCardProps {
  group: Group;
  points: readonly NamedPoint[];
  /** Of the station; the browser's where the device has none. */
  zone: string | undefined;
}

/** The points of one group as a small table. */
export function PointGroupCard({ group, points, zone }: PointGroupCardProps) {
  const { t } = useTranslation(['devices', 'points']);
  return (
    <Card title={t(`group.${group}`, { ns: 'points' })}>
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
            <PointRow key={point.key} point={point} zone={zone} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const TO_HISTORY = { tab: choiceField(['history'], undefined), points: textsField() };

function PointRow({ point, zone }: { point: NamedPoint; zone: string | undefined }) {
  const { t } = useTranslation('devices');
  const valueOf = usePointValue();
  const [, go] = useUrlState(TO_HISTORY);
  const { key, name, value, unit, time } = point;
  return (
    <tr>
      <th scope="row" title={key}>
        {name}
      </th>
      <td className={styles.value}>{valueOf(key, value, unit)}</td>
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
