import { useFormat } from '../../lib/format/use-format.ts';
import { DayStepper } from '../../ui/range/day-stepper.tsx';
import { PeriodStepper } from '../../ui/range/period-stepper.tsx';
import { pastPeriod, type PastSpan } from './past-span.ts';

interface PastPeriodProps {
  span: Pick<PastSpan, 'period' | 'last'>;
  zone: string;
  /** Empty: the last one. */
  onChange: (period: string) => void;
}

/** A period that is over, or as far as it is, between a step back and a step forth; nothing of all years. */
export function PastPeriod({ span, zone, onChange }: PastPeriodProps) {
  const format = useFormat();
  const { period, last } = span;
  if (period === '') return null;
  return period.length === 10 ? (
    <DayStepper
      day={period}
      today={last}
      zone={zone}
      onChange={(next) => onChange(next >= last ? '' : next)}
    />
  ) : (
    <PeriodStepper
      name={format.day(period)}
      last={period >= last}
      onStep={(steps) => onChange(pastPeriod(span, steps))}
    />
  );
}
