import type { StationDetail, StationWeather } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { SkyIcon } from './sky-icon.tsx';
import { useDayWords } from './use-day-words.ts';
import { useWeather } from './use-weather.ts';
import { WeatherSource } from './weather-source.tsx';
import styles from './weather.module.css';

/** Days that are told beside today: an owner asks for tomorrow. */
const DAYS = 3;

/** The weather of a station in words that need no knowledge. Nothing while it is not known, which is no reason to wait. */
export function OwnWeatherCard({ station: { id } }: { station: StationDetail }) {
  const { t } = useTranslation('weather');
  const { data } = useWeather(id);
  if (!data) return null;
  return (
    <Card title={t('title')}>
      <Now weather={data} />
      <ul className={styles.lines}>
        {data.days.slice(0, DAYS).map((day, place) => (
          <Day key={day.day} day={day} zone={data.timeZone} isToday={place === 0} />
        ))}
      </ul>
      <WeatherSource weather={data} />
    </Card>
  );
}

function Now({ weather: { now } }: { weather: StationWeather }) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const words = [
    now.tempAir ? format.value(now.tempAir.value, '°C', 0) : null,
    now.sky ? t(`sky.${now.sky}`) : null,
  ].filter((word) => word !== null);
  if (words.length === 0) return <p className={styles.first}>{t('own.unknown')}</p>;
  return (
    <p className={styles.now}>
      <SkyIcon sky={now.sky} size={40} />
      {words.join(' · ')}
    </p>
  );
}

interface DayProps {
  day: StationWeather['days'][number];
  zone: string;
  isToday: boolean;
}

function Day({ day, zone, isToday }: DayProps) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const { temperatures, share, sun } = useDayWords(day, zone);
  const sky = day.sky ? t(`sky.${day.sky}`) : null;
  const told = [sky, temperatures].filter((word) => typeof word === 'string').join(' · ');
  return (
    <li>
      <strong>{isToday ? t('today') : format.weekday(day.day)}</strong>
      <span>
        {told}
        {share === null ? null : <span className={styles.line}>{t('own.light', { share })}</span>}
        {isToday || share === null ? <span className={styles.line}>{sun.join(' · ')}</span> : null}
      </span>
    </li>
  );
}
