import type { StationForecast } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './forecast.module.css';

/** On what a forecast rests, and how good those before it were; nothing without one. */
export function ForecastNote({ forecast }: { forecast: StationForecast | undefined }) {
  const { t } = useTranslation('forecast');
  const day = forecast?.today ?? forecast?.tomorrow;
  const skill = useSkillWords(forecast);
  if (!day) return null;
  return (
    <p className={styles.note}>
      {[t(`by.${day.source}`), skill, day.isOwnRange ? t('ownRange') : t('usualRange')].join(' ')}
    </p>
  );
}

function useSkillWords(forecast: StationForecast | undefined): string {
  const { t } = useTranslation('forecast');
  const format = useFormat();
  const { days = 0, dayAhead = null } = forecast?.skill ?? {};
  if (dayAhead === null) return t('noSkill');
  const words = { count: days, share: format.percent(Math.abs(dayAhead) * 100, 0) };
  return dayAhead >= 0 ? t('better', words) : t('worse', words);
}
