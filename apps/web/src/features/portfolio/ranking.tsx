import { type PortfolioOverview, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './portfolio.module.css';

interface RankingProps {
  title: string;
  /** By what the order goes. */
  hint: string;
  rows: PortfolioOverview['best'];
}

/** Stations with their full-load hours, which compare small ones with large ones. */
export function Ranking({ title, hint, rows }: RankingProps) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const most = Math.max(0.01, ...rows.map(({ hours }) => hours));
  return (
    <Card title={title}>
      <p className={styles.muted}>{rows.length > 0 ? hint : t('ranking.tooEarly')}</p>
      <ol className={styles.bars}>
        {rows.map(({ id, name, hours }) => (
          <li key={id}>
            <Link to={stationAddress(id)} className={styles.bar}>
              <span className={styles.name}>{name}</span>
              <span className={styles.track} aria-hidden="true">
                <span style={{ width: `${(100 * hours) / most}%`, background: 'var(--energy-pv)' }} />
              </span>
              <b>{format.value(hours, 'h')}</b>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
