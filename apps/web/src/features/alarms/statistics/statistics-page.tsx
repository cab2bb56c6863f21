import { ADDRESSES, type AlarmStatistics } from '@sunfleet/contract';
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { rangeField, rangeTimes, resolveRange } from '../../../lib/time/range.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob, download } from '../../../ui/chart/download.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { RangePicker } from '../../../ui/range/range-picker.tsx';
import { GroupTable, GROUPS_SHOWN } from './group-table.tsx';
import { HourBars } from './hour-bars.tsx';
import { LevelMix } from './level-mix.tsx';
import { LightAndLoss } from './light-and-loss.tsx';
import { RateFigures, TimeFigures } from './statistics-figures.tsx';
import { statisticsTable } from './statistics-table.ts';
import { useGroupName } from './use-group-name.ts';
import styles from './statistics.module.css';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const FIELDS = { range: rangeField('days30'), by: choiceField(GROUPS_SHOWN, 'code') };

/** How many alarms there were, whether people can cope with them, and where they come from. */
export function StatisticsPage() {
  const { t } = useTranslation('alarms');
  const [{ range, by }, set] = useUrlState(FIELDS);
  const today = isoDayAt(useNow(60_000), ZONE);
  const days = resolveRange(range, today);
  const statistics = useCall('alarmStatistics', { query: rangeTimes(days, ZONE) }, { keepPrevious: true });
  const { data } = statistics;
  return (
    <Page
      help="alarms"
      title={t('statistics.title')}
      subtitle={t('statistics.subtitle')}
      permission="alarms.view"
      loading={statistics}
      breadcrumb={<Link to={ADDRESSES.alarms}>{t('title')}</Link>}
      actions={data ? <Save statistics={data} name={`${days.from}-${days.to}`} /> : null}
      toolbar={<RangePicker zone={ZONE} value={range} onChange={(choice) => set({ range: choice })} />}
    >
      {data?.alarms === 0 ? (
        <EmptyState title={t('statistics.none')} hint={t('statistics.noneHint')} />
      ) : data ? (
        <div className={styles.page}>
          <Card title={t('statistics.rates')}>
            <RateFigures statistics={data} />
          </Card>
          <Card title={t('statistics.times')}>
            <TimeFigures statistics={data} />
          </Card>
          <div className={styles.halves}>
            <Card title={t('statistics.mix')}>
              <LevelMix levels={data.levels} />
            </Card>
            <Card title={t('statistics.hours')}>
              <HourBars rows={data.groups.hour} />
            </Card>
          </div>
          <LightAndLoss groups={data.groups} />
          <GroupTable groups={data.groups} by={by} onBy={(value) => set({ by: value })} />
        </div>
      ) : null}
    </Page>
  );
}

function Save({ statistics, name }: { statistics: AlarmStatistics; name: string }) {
  const { t } = useTranslation(['alarms', 'common']);
  const nameOf = useGroupName(statistics.groups);
  const save = () =>
    download(`alarm-statistics-${name}.csv`, csvBlob(csvOf(statisticsTable(statistics, { t, nameOf }))));
  return (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('common:export.csv')}
    </Button>
  );
}
