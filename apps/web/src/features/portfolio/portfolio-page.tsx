import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { Card } from '../../ui/page/card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { ClockChoice, useFleetClock } from './fleet-clock.tsx';
import { FleetEnergy } from './fleet-energy.tsx';
import { Benefit, FleetFigures } from './fleet-figures.tsx';
import { FleetKpis } from './fleet-kpis.tsx';
import { FleetPower } from './fleet-power.tsx';
import { Judgement } from './judgement.tsx';
import styles from './portfolio.module.css';
import { Ranking } from './ranking.tsx';
import { RevenueSumsCard } from './revenue-sums.tsx';
import { StatusBars } from './status-bars.tsx';
import { TypeTable } from './type-table.tsx';

/** The whole fleet at a glance: its power now, its open alarms, its best and worst stations. */
export function PortfolioPage() {
  const { t } = useTranslation('portfolio');
  const overview = useCall('portfolioOverview', {}, { refetchMs: 15_000 });
  const { data } = overview;
  const [clock, setClock] = useFleetClock();
  return (
    <Page
      help="overview"
      title={t('title')}
      permission="stations.view"
      loading={overview}
      actions={<ClockChoice clock={clock} onClock={setClock} />}
    >
      {data?.stations === 0 ? <EmptyState title={t('empty.title')} hint={t('empty.hint')} /> : null}
      {data && data.stations > 0 ? (
        <div className={styles.grid}>
          <div className={styles.wide}>
            <FleetFigures overview={data} />
          </div>
          <div className={styles.wide}>
            <Judgement overview={data} />
          </div>
          <div className={styles.wide}>
            <Card>
              <FleetPower clock={clock} />
            </Card>
          </div>
          <div className={styles.cards}>
            <Card title={t('status.stations')}>
              <StatusBars of="station" counts={data.stationStatuses} />
            </Card>
            <Card title={t('status.devices')}>
              <StatusBars of="device" counts={data.deviceStatuses} />
            </Card>
            <Ranking of="worst" overview={data} />
            <Ranking of="best" overview={data} />
            <TypeTable types={data.stationTypes} />
          </div>
          <div className={styles.wide}>
            <Card>
              <FleetEnergy clock={clock} />
            </Card>
          </div>
          <div className={styles.wide}>
            <FleetKpis />
          </div>
          <RevenueSumsCard />
          {data.benefit ? (
            <div className={styles.wide}>
              <Benefit benefit={data.benefit} />
            </div>
          ) : null}
        </div>
      ) : null}
    </Page>
  );
}
