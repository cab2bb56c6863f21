import type { Profile, ProfileWrite } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { useParameterWords } from '../../parts/parameters/use-parameter-words.ts';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './profiles.module.css';

/** Registers that may be written, how far, and what a wrong value can harm. */
export function ParametersTab({ profile: { writes } }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const { nameOf, choiceOf } = useParameterWords();
  if (writes.length === 0) return <p className={styles.muted}>{t('noParameters')}</p>;
  const range = ({ choices, min, max, step, unit, type }: ProfileWrite) => {
    if (choices)
      return Object.entries(choices)
        .map(([value, word]) => `${value}: ${choiceOf(word)}`)
        .join(', ');
    return type === 'hhmm' ? '00:00–23:59' : `${min}–${max} ${unit} (± ${step})`;
  };
  return (
    <Card title={t('tab.parameters')}>
      <div className={plain.wide}>
        <table className={`${plain.table} ${plain.words}`}>
          <caption className="visually-hidden">{t('tab.parameters')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('column.parameter')}</th>
              <th scope="col">{t('column.registers')}</th>
              <th scope="col">{t('column.type')}</th>
              <th scope="col">{t('column.range')}</th>
              <th scope="col">{t('column.risk')}</th>
            </tr>
          </thead>
          <tbody>
            {writes.map((write) => (
              <tr key={write.key}>
                <th scope="row">
                  {nameOf(write.key)} <code>{write.key}</code>
                </th>
                <td>{`${write.fn}: ${write.addr}`}</td>
                <td>{write.scale === 1 ? write.type : `${write.type} × ${write.scale}`}</td>
                <td>{range(write)}</td>
                <td>{t(`risk.${write.risk}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
