import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { periodName } from './period-name.ts';
import { PeriodStepper } from '../../../ui/range/period-stepper.tsx';
import { shiftPeriod, type Trend, type TrendRange, TRENDS } from '../../../lib/time/trend-range.ts';

interface TrendChoiceProps {
  trend: Trend;
  range: TrendRange;
  /** The period that runs now cannot be stepped beyond. */
  running: string;
  /** Lengths to choose from; all there are where left out. */
  trends?: readonly Trend[];
  /** Of what they are. */
  title: string;
  onTrend: (trend: Trend) => void;
  onPeriod: (period: string) => void;
  /** Left out where no year before can stand beside it. */
  comparison?: { chosen: boolean; onChange: (chosen: boolean) => void };
}

/** Week, month, year or all of it; a step back or forth; and whether the year before stands beside it. */
export function TrendChoice(props: TrendChoiceProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { trend, trends = TRENDS, range, running, comparison } = props;
  return (
    <>
      {range.period ? (
        <>
          {comparison ? (
            <Checkbox
              checked={comparison.chosen}
              onChange={(event) => comparison.onChange(event.target.checked)}
            >
              {t('trend.compare')}
            </Checkbox>
          ) : null}
          <PeriodStepper
            name={periodName(range, format)}
            last={range.period >= running}
            onStep={(steps) => props.onPeriod(shiftPeriod(range.period, steps))}
          />
        </>
      ) : null}
      <Segmented
        size="small"
        aria-label={props.title}
        value={trend}
        options={trends.map((value) => ({ value, label: t(`trend.${value}`) }))}
        onChange={props.onTrend}
      />
    </>
  );
}
