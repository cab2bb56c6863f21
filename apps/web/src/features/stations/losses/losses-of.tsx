import type { StationDetail, StationLosses } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { minorDigits } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { TipAt } from '../../../ui/chart/tooltip.ts';
import { EmptyState } from '../../../ui/page/states.tsx';
import { lossRows, type LossUnit } from './loss-rows.ts';
import { LossNotes } from './loss-notes.tsx';
import { amountOf, LossTable } from './loss-table.tsx';
import { toneOf, waterfallOption } from './waterfall-option.ts';
import styles from './losses.module.css';

interface LossesOfProps {
  station: StationDetail;
  losses: StationLosses;
  period: string;
  unit: LossUnit;
  onUnit: (unit: LossUnit) => void;
}

/** The waterfall of a period with its table, or why there is none. */
export function LossesOf({ station, losses, period, unit, onUnit }: LossesOfProps) {
  const { t } = useTranslation('losses');
  const { days, isHidden } = losses;
  if (isHidden) return <EmptyState title={t('none')} hint={t('hidden')} />;
  if (days.judged === 0 && days.lightUnknown > 0)
    return <EmptyState title={t('noLight')} hint={t('noLightHint')} />;
  if (days.judged === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />;
  return <Judged station={station} losses={losses} period={period} unit={unit} onUnit={onUnit} />;
}

/** px of a cause, and of axis and rests. */
const ROW = 30;
const AROUND = 40;

function Judged({ station, losses, period, unit, onUnit }: LossesOfProps) {
  const { t } = useTranslation('losses');
  const format = useFormat();
  // Without right or price there is no money to choose; of several currencies the chart draws that of most energy, the table all.
  const money = losses.money?.toSorted((one, other) => other.standard - one.standard)[0];
  const shown = money && unit === 'money' ? 'money' : 'energy';
  const rows = useMemo(
    () =>
      lossRows(losses, { money: shown === 'money' ? money : undefined }).map((row) => ({
        ...row,
        name: row.key === 'standard' || row.key === 'measured' ? t(row.key) : t(`part.${row.key}`),
      })),
    [losses, money, shown, t],
  );
  const text = useCallback(
    (value: number) =>
      shown === 'money' && money ? format.minorMoney(value, money.currency) : format.energy(value / 1000),
    [shown, money, format],
  );
  const option = useCallback((look: ChartLook) => waterfallOption(look, { rows, text }), [rows, text]);
  const tip: TipAt = useCallback(
    (_look, { place }) => {
      const row = rows[place];
      return row
        ? {
            head: row.name,
            rows: [
              {
                name: shown === 'money' && money ? money.currency : t('unit.energy'),
                tone: toneOf(row),
                text: text(row.value),
              },
            ],
          }
        : { head: '', rows: [] };
    },
    [rows, text, t, shown, money],
  );
  const most = rows
    .filter(({ key }) => key !== 'standard' && key !== 'measured')
    .toSorted((one, other) => other.value - one.value)[0]!;
  const summary = t('summary', {
    period: format.day(period),
    standard: text(rows[0]!.value),
    measured: text(rows.at(-1)!.value),
    part: most.name,
    most: text(most.value),
  });
  return (
    <div className={styles.halves}>
      <div>
        <Chart
          title={format.day(period)}
          summary={summary}
          file={`${station.name}_${t('title')}_${period}`}
          option={option}
          tip={tip}
          table={() => ({
            columns: [
              t('column.cause'),
              `${t('column.energy')} (Wh)`,
              ...(losses.money ?? []).map(({ currency }) => `${t('column.worth')} (${currency})`),
            ],
            rows: lossRows(losses, {}).map(({ key, value }) => [
              key === 'standard' || key === 'measured' ? t(key) : t(`part.${key}`),
              value,
              ...(losses.money ?? []).map((of) => amountIn(amountOf(of, key), of.currency)),
            ]),
          })}
          height={rows.length * ROW + AROUND}
          extra={
            money ? (
              <Segmented
                size="small"
                aria-label={t('unit.choice')}
                value={shown}
                options={[
                  { value: 'energy', label: t('unit.energy') },
                  { value: 'money', label: money.currency },
                ]}
                onChange={onUnit}
              />
            ) : null
          }
        />
        <LossNotes losses={losses} />
      </div>
      <LossTable losses={losses} />
    </div>
  );
}

/** In whole units of the currency, for a file. */
function amountIn(minor: number | null, currency: string): number | null {
  const digits = minorDigits(currency);
  return minor === null ? null : Number((minor / 10 ** digits).toFixed(digits));
}
