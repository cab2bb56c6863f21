import type { StationDetail } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useCorrectedWords } from '../../../parts/stations/corrected-mark.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { energyDrawing } from '../detail/energy-drawing.ts';
import { energySums, measuredPv } from '../detail/energy-sums.ts';
import { periodName } from '../detail/period-name.ts';
import { PeriodStepper } from '../../../ui/range/period-stepper.tsx';
import { producedOf } from './produced-of.ts';
import { shiftSpan, spanRange, SPANS } from './span-range.ts';

const FIELDS = { span: choiceField(SPANS, 'week'), at: textField() };

/** What the roof made in a day, week, month or year, as bars and in words. */
export function SpanCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation(['own', 'stations']);
  const format = useFormat();
  const [{ span, at }, set] = useUrlState(FIELDS);
  const { id, today } = station;
  const range = useMemo(() => spanRange(span, at, today), [span, at, today]);
  const { grain, from, to, starts } = range;
  const energy = useCall(
    'stationEnergy',
    { params: { id }, query: { grain, from, to } },
    { keepPrevious: true, refetchMs: to >= today ? 60_000 : false },
  );
  const produced = useMemo(() => producedOf(energy.data?.buckets ?? []), [energy.data]);
  const correctedWords = useCorrectedWords();
  const corrected = energySums(energy.data?.buckets ?? [], '');
  const drawing = useMemo(
    () =>
      energyDrawing(
        { buckets: produced.buckets, starts },
        {
          period: t('trend.period', { ns: 'stations' }),
          flow: (flow) => t(`energy.${flow}`, { ns: 'stations' }),
          corrected: (bucket) =>
            correctedWords({ measured: measuredPv(bucket), added: bucket.correction ?? 0 }),
          before: '',
          nameOf: (start) => (start.length > 10 ? start.slice(11) : format.day(start)),
          language: format.language,
        },
      ),
    [produced, starts, format, t, correctedWords],
  );
  const name = span === 'day' ? format.day(from) : periodName(range, format);
  const { sum, best } = produced;
  const bestName = best && (best.start.length > 10 ? best.start.slice(11) : format.day(best.start));
  const texts = [
    sum !== null && t('span.sum', { energy: format.energy(sum) }),
    corrected.added !== 0 && correctedWords(corrected),
    best && t('span.best', { period: bestName, energy: format.energy(best.kWh) }),
  ].filter((text) => typeof text === 'string');
  return (
    <Card>
      <Loaded loading={energy} skeleton={<SkeletonBlock lines={6} />}>
        <BarChart
          title={t('span.title')}
          summary={[name, ...texts].join('; ')}
          file={`${station.name}_${from}`}
          drawing={drawing}
          height={220}
          empty={produced.buckets.length === 0}
          note={texts.map((text) => (
            <span key={text}>{text}</span>
          ))}
          extra={
            <>
              <PeriodStepper
                name={name}
                last={to >= today}
                onStep={(steps) => set({ at: shiftSpan(span, range, steps) })}
              />
              <Segmented
                size="small"
                aria-label={t('span.title')}
                value={span}
                options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
                onChange={(next) => set({ span: next, at: '' })}
              />
            </>
          }
        />
      </Loaded>
    </Card>
  );
}
