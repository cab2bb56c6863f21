import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './detail.module.css';
import { shiftPeriod, type Trend, type TrendRange, TRENDS } from './trend-range.ts';

interface TrendChoiceProps {
  trend: Trend;
  range: TrendRange;
  /** The period that runs now cannot be stepped beyond. */
  running: string;
  compare: boolean;
  onTrend: (trend: Trend) => void;
  onPeriod: (period: string) => void;
  onCompare: (compare: boolean) => void;
}

/** Month, year or all of it; a step back or forth; and whether the year before stands beside it. */
export function TrendChoice(props: TrendChoiceProps) {
  const { t } = useTranslation(['stations', 'common']);
  const format = useFormat();
  const { trend, range, running, compare } = props;
  const step = (steps: number) => props.onPeriod(shiftPeriod(range.period, steps));
  return (
    <>
      {range.period ? (
        <>
          <Checkbox checked={compare} onChange={(event) => props.onCompare(event.target.checked)}>
            {t('trend.compare')}
          </Checkbox>
          <span className={styles.stepper} role="group" aria-label={t('range.label', { ns: 'common' })}>
            <Button
              size="small"
              icon={<LeftOutlined />}
              aria-label={t('range.previous', { ns: 'common' })}
              onClick={() => step(-1)}
            />
            <span className={styles.period}>{format.day(range.period)}</span>
            <Button
              size="small"
              icon={<RightOutlined />}
              aria-label={t('range.next', { ns: 'common' })}
              disabled={range.period >= running}
              onClick={() => step(1)}
            />
          </span>
        </>
      ) : null}
      <Segmented
        size="small"
        aria-label={t('trend.title')}
        value={trend}
        options={TRENDS.map((value) => ({ value, label: t(`trend.${value}`) }))}
        onChange={props.onTrend}
      />
    </>
  );
}
