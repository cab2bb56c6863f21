import { stationAddress } from '@sunfleet/contract';
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { rangeField, resolveRange } from '../../lib/time/range.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { isoDayAt } from '../../lib/time/zone.ts';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { StationField } from '../../parts/devices/station-field.tsx';
import { csvOf } from '../../ui/chart/csv.ts';
import { csvBlob, download } from '../../ui/chart/download.ts';
import { Card } from '../../ui/page/card.tsx';
import { Loaded, Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { RangePicker } from '../../ui/range/range-picker.tsx';
import styles from './data-errors.module.css';
import { ErrorList } from './error-list.tsx';
import { errorsTable } from './errors-table.ts';
import { HeatMap } from './heat-map.tsx';

const FIELDS = { range: rangeField('days30'), id: integerField(0) };
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What was wrong with the data of a station, device by device and day by day. */
export function DataErrorsPage() {
  const { t } = useTranslation('data-errors');
  const [{ id }] = useUrlState(FIELDS);
  return (
    <Page help="alarms" title={t('title')} subtitle={t('subtitle')} permission="telemetry.view">
      <div className={styles.page}>
        <Choice />
        {id > 0 ? <OfStation key={id} id={id} /> : <EmptyState title={t('choose')} hint={t('chooseHint')} />}
      </div>
    </Page>
  );
}

function Choice() {
  const [{ id }, set] = useUrlState(FIELDS);
  const [chosen, setChosen] = useState<{ id: number; name: string }>();
  const station = useCall('getStation', { params: { id } }, { enabled: id > 0 });
  const read = station.data ? { id, name: station.data.name } : undefined;
  const value = chosen?.id === id ? chosen : read;
  return (
    <div className={styles.choice}>
      <StationField
        value={value}
        error={undefined}
        onChange={(next) => {
          setChosen(next);
          set({ id: next.id });
        }}
      />
    </div>
  );
}

function OfStation({ id }: { id: number }) {
  const { t } = useTranslation(['data-errors', 'common', 'devices']);
  const [{ range }, set] = useUrlState(FIELDS);
  const station = useCall('getStation', { params: { id } });
  const zone = station.data?.timeZone ?? HERE;
  const { from, to } = resolveRange(range, isoDayAt(useNow(60_000), zone));
  const found = useCall(
    'stationDataErrors',
    { params: { id }, query: { from, to } },
    { enabled: station.data !== undefined, keepPrevious: true },
  );
  const { data } = found;
  const save = () => {
    if (data) download(`data-errors-${id}-${from}-${to}.csv`, csvBlob(csvOf(errorsTable(data, t))));
  };
  return (
    <>
      <div className={styles.tools}>
        <RangePicker
          zone={zone}
          value={range}
          presets={['days7', 'days30', 'thisMonth', 'lastMonth']}
          onChange={(choice) => set({ range: choice })}
        />
        <Button icon={<DownloadOutlined aria-hidden />} disabled={!data} onClick={save}>
          {t('common:export.csv')}
        </Button>
        <Link to={stationAddress(id)}>{t('openStation')}</Link>
      </div>
      <Loaded loading={found}>
        {data && data.devices.length > 0 ? (
          <>
            <Card title={t('completeness')}>
              <HeatMap errors={data} />
            </Card>
            <ErrorList errors={data} />
          </>
        ) : (
          <EmptyState title={t('noDevices')} hint={t('noDevicesHint')} />
        )}
      </Loaded>
    </>
  );
}
