import type { StationWeather } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { SkyIcon } from './sky-icon.tsx';
import { useDayWords } from './use-day-words.ts';
import styles from './weather.module.css';

export type WeatherDayOf = StationWeather['days'][number];

/** One day: its sky, the span of its temperature, its light beside that of a clear sky, and the sun. */
export function WeatherDay({ day, zone, isToday }: { day: WeatherDayOf; zone: string; isToday: boolean }) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const words = useDayWords(day, zone);
  return (
    <li className={styles.day}>
      <h3>{isToday ? t('today') : format.weekday(day.day)}</h3>
      {day.sky === null ? null : (
        <p className={styles.sky}>
          <SkyIcon sky={day.sky} />
          {t(`sky.${day.sky}`)}
        </p>
      )}
      {words.temperatures === undefined ? null : <p className={styles.strong}>{words.temperatures}</p>}
      <p>{words.light}</p>
      {words.sun.map((word) => (
        <p key={word} className={styles.muted}>
          {word}
        </p>
      ))}
    </li>
  );
}
