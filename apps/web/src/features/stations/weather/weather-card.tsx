import type { StationDetail, StationWeather } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { SkyIcon } from './sky-icon.tsx';
import { useWeather } from './use-weather.ts';
import { WeatherDay } from './weather-day.tsx';
import { weatherDrawing } from './weather-drawing.ts';
import { WeatherNow } from './weather-now.tsx';
import { WeatherSource } from './weather-source.tsx';
import styles from './weather.module.css';

/** Weather of a station: now, by the day and by the hour, with whose word it is. */
export function WeatherCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('weather');
  const weather = useWeather(station.id);
  const sky = weather.data?.now.sky ?? null;
  const above = sky ? (
    <span className={styles.sky}>
      <SkyIcon sky={sky} />
      {t(`sky.${sky}`)}
    </span>
  ) : null;
  return (
    <Card title={t('title')} extra={above}>
      <Loaded loading={weather} skeleton={<SkeletonBlock lines={8} />}>
        {weather.data ? <Told station={station} weather={weather.data} /> : null}
      </Loaded>
    </Card>
  );
}

function Told({ station, weather }: { station: StationDetail; weather: StationWeather }) {
  const { days, timeZone } = weather;
  return (
    <>
      <WeatherNow weather={weather} />
      <ul className={styles.days}>
        {days.map((day, place) => (
          <WeatherDay key={day.day} day={day} zone={timeZone} isToday={place === 0} />
        ))}
      </ul>
      <Hours station={station} weather={weather} />
      <WeatherSource weather={weather} />
    </>
  );
}

function Hours({ station, weather }: { station: StationDetail; weather: StationWeather }) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const drawing = useMemo(
    () =>
      weatherDrawing(
        weather,
        { ghi: t('hours.ghi'), clearSky: t('hours.clearSky'), tempAir: t('now.tempAir') },
        format,
      ),
    [weather, format, t],
  );
  const { days } = weather;
  return (
    <TimeChart
      title={t('hours.title')}
      summary={t('hours.summary', { from: format.day(days[0]!.day), to: format.day(days.at(-1)!.day) })}
      file={`${station.name}_${t('title')}_${days[0]!.day}`}
      drawing={drawing}
    />
  );
}
