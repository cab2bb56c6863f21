import type { StationWeather } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../ui/figure/age.tsx';
import styles from './weather.module.css';

/** Whose forecast it is and how old, or why there is none. */
export function WeatherSource({ weather: { service, timeZone } }: { weather: StationWeather }) {
  const { t } = useTranslation('weather');
  if (!service) return <p className={styles.source}>{t('noService')}</p>;
  const { name, credit, askedAt } = service;
  if (askedAt === null) return <p className={styles.source}>{t('silent', { name })}</p>;
  return (
    <p className={styles.source}>
      <span>{t('forecastBy', { name })}</span> <Age time={askedAt} zone={timeZone} />
      {credit && credit !== name ? <span>{credit}</span> : null}
    </p>
  );
}
