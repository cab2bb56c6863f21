import type { StationWeather } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';

const UNITS = { tempAir: '°C', windSpeed: 'm/s', poa: 'W/m²', ghi: 'W/m²' } as const;
const DIGITS = { tempAir: 1, windSpeed: 1, poa: 0, ghi: 0 } as const;

/** What is measured or told of now, each with where it comes from; what nobody knows says what is missing. */
export function WeatherNow({ weather: { now, service } }: { weather: StationWeather }) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const names = (['tempAir', 'windSpeed', 'poa', 'ghi'] as const).filter(
    // The light on the modules is the one of interest where a sensor knows it.
    (name) =>
      name === 'poa' ? now.poa !== null : name !== 'ghi' || now.poa === null || now.ghi?.source === 'sensor',
  );
  const figures = names.map((name) => {
    const reading = now[name];
    const isMeasured = reading?.source === 'sensor';
    return (
      <Figure
        key={name}
        size="medium"
        label={t(`now.${name}`)}
        value={format.valueParts(reading?.value, UNITS[name], DIGITS[name])}
        time={isMeasured ? reading.time : null}
        note={reading ? t(`from.${reading.source}`, { name: service?.name }) : null}
        reason={service ? t('unknownNow', { name: service.name }) : t('unknown')}
      />
    );
  });
  return <Figures>{figures}</Figures>;
}
