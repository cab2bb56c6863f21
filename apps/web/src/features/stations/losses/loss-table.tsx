import type { StationLosses } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lossRows, type LossRow } from './loss-rows.ts';
import styles from './losses.module.css';

/** The same as a table: energy, share and money of each cause, and what the cause means. */
export function LossTable({ losses }: { losses: StationLosses }) {
  const { t } = useTranslation('losses');
  const format = useFormat();
  const money = losses.money ?? [];
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.cause')}</th>
          <th scope="col">{t('column.energy')}</th>
          <th scope="col">{t('column.share')}</th>
          {money.length > 0 ? <th scope="col">{t('column.worth')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {lossRows(losses, {}).map(({ key, value }) => (
          <tr key={key} data-end={isEnd(key) || undefined}>
            <th scope="row">
              {isEnd(key) ? t(key) : t(`part.${key}`)}
              <small>{t(`hint.${key}`)}</small>
            </th>
            <td>{format.energy(value / 1000)}</td>
            <td>{format.percent(losses.standard > 0 ? (100 * value) / losses.standard : null, 1)}</td>
            {money.length > 0 ? (
              <td>
                {money.map((of) => (
                  <div key={of.currency}>{format.minorMoney(amountOf(of, key), of.currency)}</div>
                ))}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Money = NonNullable<StationLosses['money']>[number];

const isEnd = (key: LossRow['key']): key is 'standard' | 'measured' =>
  key === 'standard' || key === 'measured';

/** Minor units. */
export const amountOf = (money: Money, key: LossRow['key']): number | null =>
  isEnd(key) ? money[key] : (money.parts.find(({ part }) => part === key)?.amount ?? null);
