import { type PortfolioOverview, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { percentOf } from '../../lib/percent-of.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './portfolio.module.css';

interface RankingProps {
  of: 'best' | 'worst';
  rows: PortfolioOverview['best'];
}

/** The best stations by full-load hours, or the weakest by the share of what the sun should have given them: both compare small and large. */
export function Ranking({ of, rows }: RankingProps) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const values = rows.map(({ hours, share }) => (of === 'best' ? hours : (share ?? 0)));
  const most = Math.max(of === 'best' ? 0.01 : 1, ...values);
  const hint = t(of === 'best' ? 'ranking.hours' : 'ranking.bySun');
  return (
    <Card title={t(`ranking.${of}`)}>
      <p className={styles.muted}>{rows.length > 0 || of === 'best' ? hint : t('ranking.tooEarly')}</p>
      <ol className={styles.bars}>
        {rows.map(({ id, name, hours, share }, place) => (
          <li key={id}>
            <Link to={stationAddress(id)} className={styles.bar}>
              <span className={styles.name}>{name}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  style={{ width: `${(100 * (values[place] ?? 0)) / most}%`, background: 'var(--energy-pv)' }}
                />
              </span>
              <b>{of === 'best' ? format.value(hours, 'h') : format.percent(percentOf(share, 1))}</b>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
