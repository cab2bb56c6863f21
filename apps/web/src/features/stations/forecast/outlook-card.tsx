import type { StationDetail, StationForecast } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { ForecastNote } from './forecast-note.tsx';
import styles from './forecast.module.css';
import { useForecast } from './use-forecast.ts';

type Day = NonNullable<StationForecast['today']>;

/** What the roof will make, and when there is sun to spare, in plain words. Nothing without a forecast. */
export function OutlookCard({ station: { id, timeZone } }: { station: StationDetail }) {
  const { t } = useTranslation('forecast');
  const { data } = useForecast(id);
  const { today = null, tomorrow = null } = data ?? {};
  if (!today && !tomorrow) return null;
  const isLoadKnown = [today, tomorrow].some((day) => day && day.surplus !== null);
  return (
    <Card title={t('own.title')}>
      <ul className={styles.lines}>
        {today && today.energy > 0 ? <DayLines day={today} zone={timeZone} of="today" /> : null}
        {tomorrow ? <DayLines day={tomorrow} zone={timeZone} of="tomorrow" /> : null}
        {isLoadKnown ? null : <li>{t('own.noLoad')}</li>}
      </ul>
      <ForecastNote forecast={data} />
    </Card>
  );
}

function DayLines({ day, zone, of }: { day: Day; zone: string; of: 'today' | 'tomorrow' }) {
  const { t } = useTranslation('forecast');
  const format = useFormat();
  const at = (time: number) => format.dateTime(time, zone, 'time');
  const spans = (day.surplus ?? []).map(({ from, to }) => `${at(from)} – ${at(to)}`).join(', ');
  return (
    <>
      <li>{t(`own.${of}`, { energy: format.energy(day.energy) })}</li>
      {spans ? <li className={styles.surplus}>{t(`own.surplus.${of}`, { spans })}</li> : null}
      {day.surplus?.length === 0 ? <li>{t(`own.noSurplus.${of}`)}</li> : null}
    </>
  );
}
