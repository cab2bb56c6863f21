import type { StationDetail } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../lib/countries.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { capacityText } from '../capacity-text.ts';
import { placeText } from '../place-text.ts';
import { FilesCard } from '../../../parts/stations/files/files-card.tsx';
import { useStation } from '../../../parts/stations/use-station.ts';
import { CorrectionsCard } from '../corrections/corrections-card.tsx';
import { CountersCard } from '../counters/counters-card.tsx';
import styles from './detail.module.css';
import { StationActions } from './station-actions.tsx';

type Row = readonly [label: string, value: string];

/** Every field of the station. A field that nobody filled in reads as not known. */
export function AboutTab() {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const station = useStation();
  const groups: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    [t('about.basics'), basics(t, format, station)],
    [t('about.place'), place(t, format, station)],
    [t('about.electrical'), electrical(t, format, station)],
    [t('about.tariff'), tariff(t, format, station)],
    [t('about.contact'), contact(t, station)],
  ];
  return (
    <>
      <StationActions station={station} />
      <div className={styles.about}>
        <FilesCard station={station} />
        <CorrectionsCard station={station} />
        <CountersCard station={station} />
        {groups.map(([title, rows]) => (
          <Card key={title} title={title}>
            <Descriptions
              column={1}
              size="small"
              items={rows.map(([label, value]) => ({ key: label, label, children: value }))}
            />
          </Card>
        ))}
      </div>
    </>
  );
}

type T = TFunction<'stations'>;

function basics(t: T, format: Format, station: StationDetail): Row[] {
  return [
    [t('column.name'), station.name],
    [t('column.type'), t(`type.${station.type}`)],
    [t('column.organisation'), station.organisation ?? UNKNOWN],
    [t('column.owner'), station.owner ?? UNKNOWN],
    [t('visitors.label'), t(station.shared ? 'visitors.open' : 'visitors.closed')],
    [t('about.ownerPhone'), station.ownerPhone ?? UNKNOWN],
    [t('about.installedOn'), format.day(station.installedOn)],
    [t('about.firstPowerOn'), format.day(station.firstPowerOn)],
    [t('entry.gridConnectedOn'), format.day(station.gridConnectedOn)],
    [t('about.createdAt'), format.dateTime(station.createdAt, station.timeZone)],
  ];
}

function place(t: T, format: Format, station: StationDetail): Row[] {
  const degrees = (value: number) => `${format.number(value, 5)}°`;
  return [
    [t('column.address'), station.address ?? UNKNOWN],
    [t('about.district'), station.district ?? UNKNOWN],
    [t('about.postCode'), station.postCode ?? UNKNOWN],
    [t('about.city'), station.city ?? UNKNOWN],
    [t('about.province'), station.province ?? UNKNOWN],
    [t('column.place'), placeText(station, format.language)],
    [t('about.country'), station.country ? countryName(station.country, format.language) : UNKNOWN],
    [t('about.position'), `${degrees(station.latitude)}, ${degrees(station.longitude)}`],
    [t('about.elevation'), format.value(station.elevation, 'm')],
    [t('about.timeZone'), station.timeZone],
    [
      t('about.sun'),
      `${format.dateTime(station.sunrise, station.timeZone, 'time')} – ${format.dateTime(station.sunset, station.timeZone, 'time')}`,
    ],
  ];
}

function electrical(t: T, format: Format, station: StationDetail): Row[] {
  return [
    [t('column.capacity'), capacityText(t, format, station.capacityKw)],
    [t('about.battery'), station.batteryKwh === null ? UNKNOWN : format.energy(station.batteryKwh)],
    [t('about.gridType'), station.gridType ? t(`gridType.${station.gridType}`) : UNKNOWN],
    [t('about.tilt'), format.value(station.tilt, '°')],
    [t('about.azimuth'), format.value(station.azimuth, '°')],
  ];
}

function tariff(t: T, format: Format, station: StationDetail): Row[] {
  return [
    [t('about.currency'), station.currency ?? UNKNOWN],
    [t('about.priceBuy'), format.money(station.priceBuy, station.currency)],
    [t('about.priceFeedIn'), format.money(station.priceFeedIn, station.currency)],
  ];
}

function contact(t: T, station: StationDetail): Row[] {
  return [
    [t('about.contactPhone'), station.contactPhone ?? UNKNOWN],
    [t('about.contactEmail'), station.contactEmail ?? UNKNOWN],
    [t('about.notes'), station.notes ?? UNKNOWN],
  ];
}
