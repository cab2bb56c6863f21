import type { StationDetail, StationPower } from '@sunfleet/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { addDays, startOfDay } from '../../../lib/time/zone.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import type { ChartTable } from '../../../ui/chart/chart-table.ts';
import { areaSeries, bandSeries, lineSeries, nightArea, valueAxis } from '../../../ui/chart/series.ts';
import { timeAxis } from '../../../ui/chart/time-axis.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { DayStepper } from './day-stepper.tsx';

const FIELDS = { day: textField() };
const KEYS = ['pv', 'load', 'grid', 'battery'] as const;

/** Power of one local day with the band it was expected in; night is shaded. */
export function DayCurve({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const [{ day }, setDay] = useUrlState(FIELDS);
  const shown = day || station.today;
  const power = useCall(
    'stationPower',
    { params: { id: station.id }, query: { day: shown } },
    { keepPrevious: true, refetchMs: shown === station.today ? 60_000 : false },
  );
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
      {power.data ? <Curve title={t('curve.title')} power={power.data} extra={stepper} /> : null}
    </Loaded>
  );
}

function Curve({ title, power, extra }: { title: string; power: StationPower; extra: React.ReactNode }) {
  const { t } = useTranslation(['stations', 'common']);
  const format = useFormat();
  const names = useMemo(() => namesOf(t, power.expectedSource), [t, power.expectedSource]);
  const option = useCallback((look: ChartLook) => optionOf(look, power, names), [power, names]);
  const shown = KEYS.filter((key) => power[key].some((value) => value !== null));
  return (
    <Chart
      title={title}
      summary={summaryOf(t, power, format)}
      option={option}
      extra={extra}
      zoom
      height={320}
      empty={shown.length === 0}
      table={() => tableOf(power, { names, shown, format, time: t('chart.time', { ns: 'common' }) })}
    />
  );
}

type Names = ReturnType<typeof namesOf>;

function namesOf(
  t: ReturnType<typeof useTranslation<['stations', 'common']>>['t'],
  source: StationPower['expectedSource'],
) {
  return {
    pv: t('flow.pv'),
    load: t('flow.load'),
    grid: t('flow.grid'),
    battery: t('flow.battery'),
    soc: t('curve.soc'),
    irradiance: t('curve.irradiance'),
    expected: t(source === 'sensor' ? 'curve.expected' : 'curve.clearSky'),
  };
}

function optionOf(look: ChartLook, power: StationPower, names: Names) {
  const { times } = power;
  const from = startOfDay(power.day, power.timeZone);
  const to = startOfDay(addDays(power.day, 1), power.timeZone);
  const known = (values: readonly (number | null)[]) => values.some((value) => value !== null);
  const nights =
    power.sunrise && power.sunset
      ? ([
          [from, power.sunrise],
          [power.sunset, to],
        ] as const)
      : [];
  const curves = (['load', 'grid', 'battery'] as const).filter((key) => known(power[key]));
  return {
    xAxis: timeAxis(look, { from, to, zone: power.timeZone }),
    yAxis: [
      valueAxis(look, { label: look.format.power }),
      {
        ...valueAxis(look, { label: (value) => look.format.percent(value), right: true, min: 0, max: 100 }),
        show: known(power.soc),
      },
    ],
    series: [
      ...bandSeries(look, { name: names.expected, times, low: lowOf(power), high: power.expectedHigh }),
      {
        ...areaSeries({ name: names.pv, color: look.energy.pv, times, values: power.pv }),
        markArea: nightArea(look, { from, to, nights }),
      },
      ...curves.map((key) =>
        lineSeries({ name: names[key], color: look.energy[key], times, values: power[key] }),
      ),
      ...(known(power.soc)
        ? [
            {
              ...lineSeries({
                name: names.soc,
                color: look.energy.charge,
                times,
                values: power.soc,
                yAxisIndex: 1,
              }),
              lineStyle: { type: 'dashed' as const, width: 1.5, color: look.energy.charge },
            },
          ]
        : []),
    ],
  };
}

/** The expected band. Without a sensor it reaches from zero to the power under a clear sky. */
function lowOf({ expected, expectedSource }: StationPower): (number | null)[] {
  return expectedSource === 'sensor' ? expected : expected.map((value) => (value === null ? null : 0));
}

function summaryOf(
  t: ReturnType<typeof useTranslation<['stations', 'common']>>['t'],
  power: StationPower,
  format: Format,
): string {
  let peak = -1;
  power.pv.forEach((value, index) => {
    if (value !== null && (peak < 0 || value > power.pv[peak]!)) peak = index;
  });
  if (peak < 0) return t('curve.nothing', { day: format.day(power.day) });
  return t('curve.summary', {
    day: format.day(power.day),
    power: format.power(power.pv[peak]),
    time: format.dateTime(power.times[peak], power.timeZone, 'time'),
  });
}

interface TableParts {
  names: Names;
  shown: readonly (typeof KEYS)[number][];
  format: Format;
  time: string;
}

function tableOf(power: StationPower, { names, shown, format, time }: TableParts): ChartTable {
  const series = [...shown.map((key) => power[key]), power.expected];
  return {
    columns: [time, ...shown.map((key) => `${names[key]} (W)`), `${names.expected} (W)`],
    rows: power.times.map((at, row) => [
      format.dateTime(at, power.timeZone),
      ...series.map((values) => values[row] ?? null),
    ]),
  };
}
