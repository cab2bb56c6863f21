import { addDays } from '@sunfleet/analysis';
import type { CorrectionFields, StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { countedOf } from './correction-form.ts';
import { changedDays, changedFigures, type Changing } from './correction-preview.ts';
import styles from './corrections.module.css';

type Counted = Pick<CorrectionFields, 'kind' | 'from' | 'to' | 'kwh' | 'inTotal'>;

interface PreviewTableProps {
  station: StationDetail;
  /** What counts now, and what shall count; undefined: nothing. */
  old: Counted | undefined;
  next: Counted | undefined;
}

/** Energies before and after a change, while it is typed. */
export function PreviewTable({ station, old, next }: PreviewTableProps) {
  const { t } = useTranslation('stations');
  const change = { old: old && countedOf(old), next: next && countedOf(next) };
  const days = daysOf(next ?? old);
  const before = useDays(station.id, days);
  const figures = changedFigures(station.live, station.today, change);
  const ofDays = days && changedDays(before, days, change);
  const rows: [string, Changing][] = [
    ...(ofDays ? [[t('corrections.thoseDays'), ofDays] satisfies [string, Changing]] : []),
    [t('figure.today'), figures.today],
    [t('figure.month'), figures.month],
    [t('figure.year'), figures.year],
    [t('figure.total'), figures.total],
  ];
  const negative = rows.some(([, { before: was, after }]) => after !== null && after < 0 && (was ?? 0) >= 0);
  return (
    <div className={styles.preview}>
      <table className={styles.table}>
        <caption>{t('corrections.preview')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('corrections.before')}</th>
            <th scope="col">{t('corrections.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, changing]) => (
            <PreviewRow key={label} label={label} changing={changing} />
          ))}
        </tbody>
      </table>
      {negative ? <p className={styles.warning}>{t('corrections.negative')}</p> : null}
      {figures.total.before === null ? <p className={styles.hint}>{t('corrections.noTotal')}</p> : null}
      <p className={styles.hint}>{t('corrections.notIn')}</p>
    </div>
  );
}

function PreviewRow({ label, changing: { before, after } }: { label: string; changing: Changing }) {
  const format = useFormat();
  // In kWh at full length: a small amount must be seen in a large total.
  const exact = (kwh: number | null) => (kwh === null ? UNKNOWN : `${format.number(kwh, 1)} kWh`);
  return (
    <tr data-changed={before !== after}>
      <th scope="row">{label}</th>
      <td>{exact(before)}</td>
      <td>{exact(after)}</td>
    </tr>
  );
}

/** Days that can be asked for: both named, in their order and not too many. */
function daysOf(counted: Counted | undefined): { from: string; to: string } | undefined {
  if (!counted || counted.kind !== 'days') return undefined;
  const { from, to } = counted;
  if (from === null || to === null || from > to) return undefined;
  return addDays(from, 400) < to ? undefined : { from, to };
}

/** kWh of days as they are shown now; null: not known. */
function useDays(id: number, days: { from: string; to: string } | undefined): number | null {
  const query = { grain: 'day', from: days?.from ?? '', to: days?.to ?? '' } as const;
  const { data } = useCall('stationEnergy', { params: { id }, query }, { enabled: days !== undefined });
  const known = (data?.buckets ?? []).flatMap(({ energies }) => energies.pv ?? []);
  return known.length > 0 ? known.reduce((sum, kwh) => sum + kwh, 0) : null;
}
