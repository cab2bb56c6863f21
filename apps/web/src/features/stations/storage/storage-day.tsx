import type { StationDetail, StationPower } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { DayStepper } from '../../../ui/range/day-stepper.tsx';
import { storageDrawing } from './storage-drawing.ts';

const FIELDS = { day: textField() };

/** State of charge of a local day above what the batteries took and gave. */
export function StorageDay({ station }: { station: StationDetail }) {
  const [{ day }, setDay] = useUrlState(FIELDS);
  const { id, today, timeZone } = station;
  const shown = day || today;
  const power = useCall(
    'stationPower',
    { params: { id }, query: { day: shown } },
    { keepPrevious: true, refetchMs: shown === today ? 60_000 : false },
  );
  const stepper = (
    <DayStepper
      day={shown}
      today={today}
      zone={timeZone}
      onChange={(next) => setDay({ day: next === today ? '' : next })}
    />
  );
  return (
    <Loaded loading={power} skeleton={<SkeletonBlock lines={8} />}>
      {power.data ? <Curves station={station} power={power.data} extra={stepper} /> : null}
    </Loaded>
  );
}

interface CurvesProps {
  station: StationDetail;
  power: StationPower;
  extra: ReactNode;
}

function Curves({ station, power, extra }: CurvesProps) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const drawing = useMemo(
    () => storageDrawing(power, { soc: t('soc'), charge: t('charging'), discharge: t('discharging') }),
    [power, t],
  );
  const known = power.soc.filter((value) => value !== null);
  const day = format.day(power.day);
  const summary =
    known.length === 0
      ? t('dayUnknown', { day })
      : t('daySummary', {
          day,
          low: format.percent(Math.min(...known), 0),
          high: format.percent(Math.max(...known), 0),
        });
  return (
    <TimeChart
      title={t('day')}
      summary={summary}
      file={`${station.name}_${t('day')}_${power.day}`}
      drawing={drawing}
      extra={extra}
      note={<span>{summary}</span>}
      empty={drawing.panels.length === 0}
    />
  );
}
