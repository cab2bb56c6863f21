import { LIMITS, type PortfolioOverview, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { percentOf } from '../../lib/percent-of.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './portfolio.module.css';

interface RankingProps {
  of: 'best' | 'worst';
  overview: PortfolioOverview;
}

/** The best stations by full-load hours, or the weakest by the share of what the sun should have given them: both compare small and large. */
export function Ranking({ of, overview }: RankingProps) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const rows = overview[of];
  const values = rows.map(({ hours, share }) => (of === 'best' ? hours : (share ?? 0)));
  const most = Math.max(of === 'best' ? 0.01 : 1, ...values);
  return (
    <Card title={t(`ranking.${of}`)}>
      {of === 'best' ? (
        <p className={styles.muted}>{t(rows.length > 0 ? 'ranking.hours' : 'ranking.noneBest')}</p>
      ) : (
        <Measure overview={overview} />
      )}
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

/** By what the weakest are found, or why there are none: no station is in enough daylight, or all of them give what they should. */
function Measure({ overview: { worst, judged } }: { overview: PortfolioOverview }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const share = format.percent(100 * LIMITS.weakBelow);
  if (judged === 0) return <p className={styles.muted}>{t('ranking.tooEarly')}</p>;
  if (worst.length === 0) return <p>{t('ranking.allWell', { count: judged, share })}</p>;
  return <p className={styles.muted}>{t('ranking.bySun', { share })}</p>;
}
