import { ADDRESSES, type Permission, stationAddress, type StationDetail } from '@sunfleet/contract';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { usePhone } from '../../../lib/appearance.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useAccount, useMayCheck } from '../../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { OwnLabels } from '../../../parts/labels/own-labels.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { FavouriteStar } from '../../../parts/stations/favourite-star.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { Tag } from '../../../ui/tag/tag.tsx';
import { CoverThumb } from '../../../parts/stations/files/cover-thumb.tsx';
import { useCovers } from '../../../parts/stations/files/use-covers.ts';
import { hasBattery } from '../storage/has-battery.ts';
import { capacityText } from '../capacity-text.ts';
import { CapacityMissing } from './capacity-missing.tsx';
import styles from './detail.module.css';

const FIELDS = { id: integerField(0) };

/** Tabs in their order; some of them are pages of other features, put in by the router. */
const TABS = [
  { key: 'overview' },
  { key: 'device' },
  { key: 'storage', withBattery: true },
  { key: 'alarm' },
  { key: 'money', permission: 'tariffs.view' },
  { key: 'authorize', forMembers: true },
  { key: 'kpis' },
  { key: 'losses' },
  { key: 'calendar' },
  { key: 'design' },
  { key: 'opration', permission: 'parameters.read', forMembers: true },
  { key: 'about' },
  { key: 'log', permission: 'audit.view' },
] as const satisfies readonly {
  key: string;
  permission?: Permission;
  forMembers?: boolean;
  withBattery?: boolean;
}[];

/** Head and tabs of one station; the tab's page stands below. */
export function DetailLayout() {
  const { t } = useTranslation('stations');
  const [{ id }] = useUrlState(FIELDS);
  const station = useCall('getStation', { params: { id } }, { enabled: id > 0, refetchMs: 60_000 });
  useLive({ stations: id > 0 && !station.error ? [id] : [] });
  if (id === 0)
    return (
      <EmptyState title={t('detail.noStation')} action={<Link to={ADDRESSES.stations}>{t('title')}</Link>} />
    );
  const { data } = station;
  const gone = station.error?.error === 'stationNotFound';
  return (
    <Page
      help="station"
      title={data?.name ?? t('detail.title')}
      permission="stations.view"
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.stations}>
          {t('title')}
        </Link>
      }
      status={data ? <Badges station={data} /> : null}
      subtitle={data ? <Subtitle station={data} /> : <SkeletonBlock lines={2} />}
      toolbar={gone ? null : <DetailTabs id={id} battery={data !== undefined && hasBattery(data)} />}
      loading={station}
    >
      {data ? <CapacityMissing station={data} /> : null}
      {data ? <Outlet context={data} /> : null}
    </Page>
  );
}

function Badges({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const covers = useCovers([station.id]);
  return (
    <>
      <CoverThumb picture={covers.get(station.id)} />
      <FavouriteStar {...station} />
      <StatusBadge of="station" value={station.live.status} />
      <StatusBadge of="communication" value={station.live.communication} />
      <RunMode station={station} />
      {station.shared && !visitor ? <Tag>{t('visitors.open')}</Tag> : null}
    </>
  );
}

/** What the devices do, where that says more than the status. */
function RunMode({ station: { live } }: { station: StationDetail }) {
  const { t } = useTranslation(['points', 'common']);
  const text = live.runMode ? t(`runMode.${live.runMode}`) : undefined;
  if (!text || text === t(`status.station.${live.status}`, { ns: 'common' })) return null;
  return <Tag>{text}</Tag>;
}

function Subtitle({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const parts = [
    t(`type.${station.type}`),
    capacityText(t, format, station.capacityKw),
    station.address,
  ].filter(Boolean);
  return (
    <>
      {parts.join(' · ')}
      {' · '}
      {t('detail.lastData')} <Age time={station.live.lastDataAt} zone={station.timeZone} />
      <div className={styles.labels}>
        <OwnLabels of="station" id={station.id} labels={station.labels} />
      </div>
    </>
  );
}

/** The parts of the page: tabs, one choice on phones. */
function DetailTabs({ id, battery }: { id: number; battery: boolean }) {
  const { t } = useTranslation('stations');
  const navigate = useNavigate();
  const active = useLocation().pathname.split('/').at(-1) ?? 'overview';
  const may = useMayCheck();
  const phone = usePhone();
  const { visitor } = useAccount();
  const tabs = TABS.filter(
    (tab) =>
      !('permission' in tab && !may(tab.permission)) &&
      !('forMembers' in tab && visitor) &&
      !('withBattery' in tab && !battery),
  );
  const items = tabs.map(({ key }) => ({ key, value: key, label: t(`detail.tab.${key}`) }));
  const open = (key: string) => navigate(stationAddress(id, key));
  // Tabs that do not fit hide in a menu, which screen readers do not take for a part of the tab list.
  return phone ? (
    <Choice bare label={t('detail.title')} value={active} options={items} onChange={open} />
  ) : (
    <Tabs className={styles.tabs} activeKey={active} items={items} onChange={open} />
  );
}
