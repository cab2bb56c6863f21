import type { StationDetail, StationForecast, StationPower } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { forecastCurves } from '../forecast/forecast-curves.ts';
import { ForecastNote } from '../forecast/forecast-note.tsx';
import { useForecast } from '../forecast/use-forecast.ts';
import { dayDrawing } from './day-drawing.ts';
import { Expectation } from './expectation.tsx';
import { DayStepper } from '../../../ui/range/day-stepper.tsx';
import { isTooMuch, TooMuchPower } from './too-much-power.tsx';

const FIELDS = { day: textField() };

/** Power of one local day with the band it was expected in; night is shaded. */
export function DayCurve({ station }: { station: StationDetail }) {
  const [{ day }, setDay] = useUrlState(FIELDS);
  const shown = day || station.today;
  const power = useCall(
    'stationPower',
    { params: { id: station.id }, query: { day: shown } },
    { keepPrevious: true, refetchMs: shown === station.today ? 60_000 : false },
  );
  const forecast = useForecast(station.id, shown === station.today);
  const stepper = (
    <DayStepper
      day={shown}
      today={station.today}
      zone={station.timeZone}
      onChange={(next) => setDay({ day: next === station.today ? '' : next })}
    />
  );
  return (
    <Loaded loading={power} skeleton={<SkeletonBlock lines={8} />}>
      {power.data ? (
        <Curves station={station} power={power.data} forecast={forecast.data} extra={stepper} />
      ) : null}
    </Loaded>
  );
}

interface CurvesProps {
  station: StationDetail;
  power: StationPower;
  forecast: StationForecast | undefined;
  extra: ReactNode;
}

function Curves({ station, power, forecast, extra }: CurvesProps) {
  const { t } = useTranslation(['stations', 'forecast']);
  // The answer of today stays in the memory while another day is shown.
  const today = forecast?.today?.day === power.day ? forecast.today : null;
  const format = useFormat();
  const drawing = useMemo(
    () =>
      dayDrawing(
        power,
        {
          pv: t('flow.pv'),
          load: t('flow.load'),
          import: t('curve.import'),
          export: t('curve.export'),
          discharge: t('curve.discharge'),
          charge: t('curve.charge'),
          soc: t('curve.soc'),
          irradiance: t('curve.irradiance'),
          expected: t('curve.expected'),
          expectedBand: t('curve.expectedBand'),
          residual: t('curve.residual'),
        },
        forecastCurves(today, {
          forecast: t('line', { ns: 'forecast' }),
          forecastBand: t('band', { ns: 'forecast' }),
        }),
      ),
    [power, today, t],
  );
  const { pv, load, grid, battery, soc } = power;
  return (
    <>
      <TimeChart
        title={t('curve.title')}
        summary={summaryOf(t, power, format)}
        file={`${station.name}_${power.day}`}
        drawing={drawing}
        extra={extra}
        note={
          // What is too much now is said above already.
          isTooMuch(station.live.power, station.capacityKw) ? null : (
            <TooMuchPower watts={peakOf(power)} station={station} />
          )
        }
        empty={[pv, load, grid, battery, soc].every((values) => values.every((value) => value === null))}
      />
      {today ? <ForecastNote forecast={forecast} /> : null}
      <Expectation station={station} power={power} />
    </>
  );
}

function summaryOf(
  t: ReturnType<typeof useTranslation<'stations'>>['t'],
  { pv, times, day, timeZone }: StationPower,
  format: Format,
): string {
  if (pv.every((value) => value === null)) return t('curve.nothing', { day: format.day(day) });
  const peak = peakOf({ pv });
  if (peak === null || peak <= 0) return t('curve.noProduction', { day: format.day(day) });
  return t('curve.summary', {
    day: format.day(day),
    power: format.power(peak),
    time: format.dateTime(times[pv.indexOf(peak)], timeZone, 'time'),
  });
}

const peakOf = ({ pv }: Pick<StationPower, 'pv'>): number | null =>
  pv.reduce((most, watts) => (watts !== null && (most === null || watts > most) ? watts : most), null);
