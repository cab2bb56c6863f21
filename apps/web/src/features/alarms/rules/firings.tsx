import type { AlarmRuleTest, PointSeries } from '@sunfleet/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import type { TimeDrawing } from '../../../ui/chart/drawing.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { SERIES_TONES } from '../../../ui/chart/tones.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';

type Firing = AlarmRuleTest['firings'][number];

const HOUR_MS = 3_600_000;
/** What is shown before an alarm and behind it, and the longest that is shown of it. */
const AROUND_MS = 6 * HOUR_MS;
const LONGEST_MS = 48 * HOUR_MS;

/** The newest alarms that a rule would have raised; of the chosen one the values around it. */
export function Firings({ firings, points }: { firings: readonly Firing[]; points: readonly string[] }) {
  const { t } = useTranslation('alarm-rules');
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  const nameOf = ({ station, device, raised, timeZone }: Firing) =>
    [station, device, format.dateTime(raised, timeZone)].join(' · ');
  const firing = firings[Number(chosen)];
  return (
    <>
      <Choice
        label={t('test.firings')}
        value={chosen}
        options={[
          { value: '', label: '' },
          ...firings.map((one, place) => ({ value: String(place), label: nameOf(one) })),
        ]}
        onChange={setChosen}
      />
      {chosen !== '' && firing ? (
        <Around key={chosen} firing={firing} points={points} name={nameOf(firing)} />
      ) : null}
    </>
  );
}

function Around({ firing, points, name }: { firing: Firing; points: readonly string[]; name: string }) {
  const { t } = useTranslation('alarm-rules');
  const pointName = usePointName();
  const from = firing.begin - AROUND_MS;
  const to = Math.min(firing.end ?? Infinity, firing.raised + LONGEST_MS) + AROUND_MS;
  const history = useCall('deviceHistory', {
    params: { id: firing.deviceId },
    query: { points: [...points], from, to },
  });
  const series = history.data?.series;
  const drawing = useMemo(
    () => (series ? drawingOf(series, { from, to, zone: firing.timeZone, nameOf: pointName }) : undefined),
    [series, from, to, firing.timeZone, pointName],
  );
  return (
    <Loaded loading={history} skeleton={<SkeletonBlock lines={6} />}>
      {drawing ? (
        <TimeChart title={name} summary={t('test.around', { name })} file={name} drawing={drawing} />
      ) : null}
    </Loaded>
  );
}

/** px */
const HEIGHT = 130;

/** One strip a unit, one below the other. */
function drawingOf(
  series: readonly PointSeries[],
  { nameOf, ...range }: { from: number; to: number; zone: string; nameOf: (key: string) => string },
): TimeDrawing {
  const units = [...new Set(series.map(({ unit }) => unit))];
  return {
    ...range,
    panels: units.map((unit) => ({
      height: HEIGHT,
      free: unit !== 'W',
      curves: series.flatMap(({ key, unit: own, times, values }, place) =>
        own === unit
          ? [
              {
                name: nameOf(key),
                tone: SERIES_TONES[place % SERIES_TONES.length]!,
                unit,
                draw: 'line' as const,
                times,
                values,
              },
            ]
          : [],
      ),
    })),
  };
}
