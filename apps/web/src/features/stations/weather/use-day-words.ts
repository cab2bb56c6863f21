import type { StationWeather } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { percentOf } from '../../../lib/percent-of.ts';

const LIGHT_UNIT = 'kWh/m²';

/** What is said of a day; temperatures are left out where they are not known. */
export function useDayWords(day: StationWeather['days'][number], zone: string) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const { low, high, irradiation, clearSkyIrradiation, sunrise, sunset, polar } = day;
  const degrees = (value: number) => format.value(value, '°C', 0);
  const share = percentOf(irradiation, clearSkyIrradiation);
  const at = (time: number) => format.dateTime(time, zone, 'time');
  return {
    temperatures:
      low === null || high === null ? undefined : t('span', { low: degrees(low), high: degrees(high) }),
    light:
      irradiation === null || share === null
        ? t('clearLight', { light: format.value(clearSkyIrradiation, LIGHT_UNIT, 1) })
        : t('light', {
            light: format.value(irradiation, LIGHT_UNIT, 1),
            share: format.percent(Math.min(100, share), 0),
          }),
    share: share === null ? null : format.percent(Math.min(100, share), 0),
    sun: [
      ...(sunrise === null ? [] : [t('sunrise', { time: at(sunrise) })]),
      ...(sunset === null ? [] : [t('sunset', { time: at(sunset) })]),
      ...(polar === null ? [] : [t(`polar.${polar}`)]),
    ],
  };
}
