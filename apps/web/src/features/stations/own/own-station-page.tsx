import { ADDRESSES, type StationDetail, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { toneOf } from '../../../parts/status/status-scale.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import { toneColor } from '../../../ui/status/status-tone.ts';
import { OpenAlarms } from '../detail/open-alarms.tsx';
import { OutlookCard } from '../forecast/outlook-card.tsx';
import { OwnWeatherCard } from '../weather/own-weather-card.tsx';
import { ChooseStation } from './choose-station.tsx';
import { DevicesCard } from './devices-card.tsx';
import { NowCard } from './now-card.tsx';
import styles from './own.module.css';
import { SpanCard } from './span-card.tsx';
import { TodayCard } from './today-card.tsx';

const FIELDS = { id: integerField(0) };

/** One station in words that need no knowledge of PV: now, today, before, and whether all is well. */
export function OwnStationPage() {
  const [{ id }] = useUrlState(FIELDS);
  return id === 0 ? <ChooseStation /> : <OwnStation key={id} id={id} />;
}

function OwnStation({ id }: { id: number }) {
  const { t } = useTranslation('own');
  const station = useCall('getStation', { params: { id } }, { refetchMs: 60_000 });
  useLive({ stations: station.error ? [] : [id] });
  const { data } = station;
  return (
    <Page
      help="ownStation"
      title={data?.name ?? t('title')}
      permission="stations.view"
      subtitle={data ? <State station={data} /> : null}
      loading={station}
    >
      {data ? <Cards station={data} /> : null}
    </Page>
  );
}

/** Whether all is well, in one sentence, and how fresh that is. */
function State({ station: { live, timeZone } }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const tone = toneOf('station', live.status);
  return (
    <>
      <span className={styles.state} style={{ color: toneColor(tone) }}>
        <StatusIcon tone={tone} />
        {t(`state.${live.status}`)}
      </span>
      <span className={styles.heard}>
        {t('heard')} <Age time={live.lastDataAt} zone={timeZone} />
      </span>
    </>
  );
}

function Cards({ station }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const may = {
    measurements: useMay('telemetry.view'),
    alarms: useMay('alarms.view'),
    devices: useMay('devices.view'),
  };
  return (
    <div className={styles.cards}>
      <NowCard station={station} />
      {may.measurements ? <TodayCard station={station} /> : null}
      {may.measurements ? <OutlookCard station={station} /> : null}
      {may.measurements ? <OwnWeatherCard station={station} /> : null}
      <div className={styles.side}>
        {may.alarms ? <AlarmsCard station={station} /> : null}
        {may.devices ? <DevicesCard station={station} /> : null}
      </div>
      {may.measurements ? (
        <div className={styles.wide}>
          <SpanCard station={station} />
        </div>
      ) : null}
      <p className={styles.links}>
        <Link to={stationAddress(station.id)}>{t('everything')}</Link>
        <Link to={ADDRESSES.stations}>{t('allStations')}</Link>
      </p>
    </div>
  );
}

function AlarmsCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const { emergency, general, tip } = station.live.alarms;
  if (emergency + general + tip > 0) return <OpenAlarms station={station} />;
  return <Card title={t('alarms')}>{t('noAlarm')}</Card>;
}
