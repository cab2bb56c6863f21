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
        <BatteryLines battery={data?.battery ?? null} tomorrow={tomorrow} zone={timeZone} />
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
      {day.selfUse !== null && day.energy > 0 ? (
        <li>{t(`own.selfUse.${of}`, { energy: format.energy(day.selfUse) })}</li>
      ) : null}
      {spans ? <li className={styles.surplus}>{t(`own.surplus.${of}`, { spans })}</li> : null}
      {day.surplus?.length === 0 ? <li>{t(`own.noSurplus.${of}`)}</li> : null}
    </>
  );
}

interface BatteryLinesProps {
  battery: StationForecast['battery'];
  tomorrow: Day | null;
  zone: string;
}

/** When the battery will be full and empty, today and tomorrow. */
function BatteryLines({ battery, tomorrow, zone }: BatteryLinesProps) {
  const { t } = useTranslation('forecast');
  const format = useFormat();
  const [midnight = Infinity] = tomorrow?.times ?? [];
  const events = (['full', 'empty'] as const)
    .flatMap((what) => {
      const time = battery?.[`${what}At`] ?? null;
      return time === null ? [] : [{ what, time }];
    })
    .toSorted((one, other) => one.time - other.time);
  return events.map(({ what, time }) => (
    <li key={what}>
      {t(`own.${what}.${time <= midnight ? 'today' : 'tomorrow'}`, {
        time: format.dateTime(time, zone, 'time'),
      })}
    </li>
  ));
}
