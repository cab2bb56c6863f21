import { ADDRESSES, type PortfolioOverview, STATION_TYPES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './portfolio.module.css';

/** How many stations of each type there are, and what they are rated at. */
export function TypeTable({ types }: { types: PortfolioOverview['stationTypes'] }) {
  const { t } = useTranslation(['portfolio', 'stations']);
  const format = useFormat();
  return (
    <Card title={t('types.title')}>
      <table className={styles.types}>
        <thead>
          <tr>
            <th scope="col">{t('types.type')}</th>
            <th scope="col">{t('types.stations')}</th>
            <th scope="col">{t('types.capacity')}</th>
          </tr>
        </thead>
        <tbody>
          {STATION_TYPES.filter((type) => types[type]).map((type) => (
            <tr key={type}>
              <th scope="row">
                <Link to={`${ADDRESSES.stations}?type=${type}`}>{t(`type.${type}`, { ns: 'stations' })}</Link>
              </th>
              <td>{format.number(types[type]?.stations, 0)}</td>
              <td>{format.capacity(types[type]?.capacityKw)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
