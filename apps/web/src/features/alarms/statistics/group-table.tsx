import {
  ADDRESSES,
  type AlarmGroup,
  type AlarmGroupRow,
  type AlarmStatistics,
  deviceAddress,
  stationAddress,
} from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './statistics.module.css';
import { useGroupName } from './use-group-name.ts';

/** Hours are drawn. */
export const GROUPS_SHOWN = ['code', 'station', 'device', 'model', 'firmware'] as const;

interface GroupTableProps {
  groups: AlarmStatistics['groups'];
  by: (typeof GROUPS_SHOWN)[number];
  onBy: (group: (typeof GROUPS_SHOWN)[number]) => void;
}

/** The twenty that raise most, by what is chosen. */
export function GroupTable({ groups, by, onBy }: GroupTableProps) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const nameOf = useGroupName(groups);
  const rows = groups[by];
  const most = Math.max(1, ...rows.map(({ alarms }) => alarms));
  return (
    <Card title={t('statistics.most')}>
      <div className={styles.choice}>
        <Segmented
          aria-label={t('statistics.most')}
          value={by}
          options={GROUPS_SHOWN.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
          onChange={onBy}
        />
      </div>
      <div className={styles.scroll} role="group" aria-label={t('statistics.most')} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('statistics.most')}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`statistics.by.${by}`)}</th>
              <th scope="col">{t('statistics.column.alarms')}</th>
              <th scope="col">{t('statistics.column.fleeting')}</th>
              <th scope="col">{t('statistics.column.chattering')}</th>
              <th scope="col">{t('handling.unhandled')}</th>
              <th scope="col">{t('statistics.column.meanDuration')}</th>
              <th scope="col">{t('column.loss')}</th>
              <th scope="col">{t('statistics.column.nuisance')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Name group={by} row={row}>
                    {nameOf(by, row)}
                  </Name>
                  <span className={styles.track} aria-hidden="true">
                    <span style={{ width: `${(100 * row.alarms) / most}%` }} />
                  </span>
                </th>
                <td>{format.number(row.alarms, 0)}</td>
                <td>{format.number(row.fleeting, 0)}</td>
                <td>{format.number(row.chattering, 0)}</td>
                <td>{format.number(row.unhandled, 0)}</td>
                <td>{format.duration(row.meanDuration)}</td>
                <td>{format.energy(row.lost === null ? null : row.lost / 1000)}</td>
                <td>{format.number(row.nuisance, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.muted}>{t('statistics.nuisanceHint')}</p>
    </Card>
  );
}

function Name({ group, row, children }: { group: AlarmGroup; row: AlarmGroupRow; children: string }) {
  if (group === 'station') return <Link to={stationAddress(Number(row.key))}>{children}</Link>;
  if (group === 'device') return <Link to={deviceAddress(Number(row.key))}>{children}</Link>;
  if (group === 'code')
    return (
      <Link
        to={`${ADDRESSES.alarms}?state=all&level=emergency,general,tip&shielded=all&q=${encodeURIComponent(row.key)}`}
      >
        {children}
      </Link>
    );
  return <>{children}</>;
}
