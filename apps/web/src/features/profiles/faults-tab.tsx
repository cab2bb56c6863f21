import type { Profile } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { useFaultText } from '../../parts/alarms/use-fault-text.ts';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './profiles.module.css';

/** Which bits and values of which words are faults, and how grave each is. */
export function FaultsTab({ profile: { faults } }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const textOf = useFaultText();
  if (faults.length === 0) return <p className={styles.muted}>{t('noFaults')}</p>;
  return (
    <Card title={t('tab.faults')}>
      <div className={plain.wide}>
        <table className={`${plain.table} ${plain.words}`}>
          <caption className="visually-hidden">{t('tab.faults')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('column.code')}</th>
              <th scope="col">{t('column.fault')}</th>
              <th scope="col">{t('column.level')}</th>
              <th scope="col">{t('column.word')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ code, textKey, level, point, bit, value }) => (
              <tr key={`${point} ${bit ?? ''} ${value ?? ''}`}>
                <th scope="row">{code}</th>
                <td>{textOf(textKey, code).name}</td>
                <td>
                  <StatusBadge of="alarm" value={level} />
                </td>
                <td>
                  <code>{bit === undefined ? `${point} = ${value}` : `${point} [${bit}]`}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
