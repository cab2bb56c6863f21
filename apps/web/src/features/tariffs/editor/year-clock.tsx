import {
  tariffClock,
  type ClockRow,
  type ClockSegment,
  type Direction,
  type TariffRules,
} from '@sunfleet/analysis';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './editor.module.css';
import { clockText } from './tariff-draft.ts';

/** The whole year of a direction, a bar for each stretch and kind of day; times without a price or with several are hatched. */
export function YearClock({ rules, direction }: { rules: TariffRules; direction: Direction }) {
  const { t } = useTranslation('tariffs');
  const rows = tariffClock(rules, direction);
  const holes = rows.reduce((sum, { segments }) => sum + segments.filter(isHole).length, 0);
  return (
    <div className={styles.clock}>
      <h3 className={styles.heading}>{t('clock.title')}</h3>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <YearRow key={`${row.day} ${row.from}`} row={row} rules={rules} direction={direction} />
        ))}
      </ul>
      <p role="status" className={holes > 0 ? styles.wrong : styles.muted}>
        {holes > 0 ? t('clock.holes', { n: holes }) : t('clock.whole')}
      </p>
    </div>
  );
}

const isHole = ({ rules }: ClockSegment) => rules.length !== 1;
const end = (minutes: number) => (minutes === 1440 ? '24:00' : clockText(minutes));

function YearRow({ row, rules, direction }: { row: ClockRow; rules: TariffRules; direction: Direction }) {
  const { t } = useTranslation(['tariffs', 'common']);
  const format = useFormat();
  const whole = row.from === '01-01' && row.to === '12-31';
  const prices = (rules[direction] ?? []).map(({ price }) => price);
  const textOf = ({ rules: here }: ClockSegment) => {
    if (here.length === 0) return t('clock.gap');
    return here.length > 1 ? t('clock.overlap') : format.number(prices[here[0]!], decimals(prices[here[0]!]));
  };
  return (
    <li>
      <div className={styles.rowName}>
        {t(`tariffDay.${row.day}`, { ns: 'common' })} ·{' '}
        {whole ? t('season.whole') : t('clock.row', { from: row.from, to: row.to })}
      </div>
      <div className={styles.bar} aria-hidden>
        {row.segments.map((segment) => (
          <span
            key={segment.start}
            className={styles.segment}
            data-kind={segment.rules.length === 0 ? 'gap' : segment.rules.length > 1 ? 'overlap' : 'price'}
            style={{
              width: `${((segment.end - segment.start) / 1440) * 100}%`,
              ...(isHole(segment) ? {} : { '--strength': `${strength(prices, prices[segment.rules[0]!])}%` }),
            }}
          />
        ))}
      </div>
      <div className={styles.words}>
        {row.segments.map((segment) => (
          <span key={segment.start} className={isHole(segment) ? styles.wrong : undefined}>
            {clockText(segment.start)}–{end(segment.end)} <b>{textOf(segment)}</b>
          </span>
        ))}
      </div>
    </li>
  );
}

/** As many digits as the price was given with, two at least. */
const decimals = (price: number | undefined) =>
  Math.min(6, Math.max(2, String(price ?? '').split('.')[1]?.length ?? 0));

/** How strong the colour of a price is among the others, percent. */
function strength(prices: readonly number[], price: number | undefined): number {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return high > low ? Math.round(20 + (65 * ((price ?? low) - low)) / (high - low)) : 40;
}
