import type { OutputOf } from '@sunfleet/api-client';
import { LIMITS, type StationDetail } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { type Compared, COMPARED, deviationOf, sumOf } from './compared.ts';
import styles from './counters.module.css';

/** What each counter says of the last thirty days, beside what was counted. */
export function CompareTable({ station }: { station: StationDetail }) {
  const compared = useCall('compareCounters', { params: { id: station.id } });
  return (
    <Loaded loading={compared} skeleton={<SkeletonBlock lines={6} />}>
      {compared.data ? <Days compared={compared.data} /> : null}
    </Loaded>
  );
}

function Days({ compared }: { compared: OutputOf<'compareCounters'> }) {
  const { t } = useTranslation('counters');
  const format = useFormat();
  const { days, devices, inverters } = compared;
  const counters = useMemo(() => COMPARED.filter((counter) => devices[counter] > 0), [devices]);
  if (counters.length === 0) return <p className={styles.hint}>{t('noneSays')}</p>;
  const isWhole = days.length === LIMITS.comparedDays;
  const title = isWhole ? t('compared') : t('comparedFewer', { days: format.number(days.length) });
  const energy = (kwh: number | null) => (kwh === null ? UNKNOWN : format.energy(kwh));
  const counted = sumOf(days, 'counted');
  const isOfInverters = (counter: Compared) => counter === 'lifetimeCounter' || counter === 'dayCounter';
  return (
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ofDay')}</th>
            {counters.map((counter) => (
              <th key={counter} scope="col">
                {t(`counter.${counter}`)}
                {isOfInverters(counter) && devices[counter] < inverters ? (
                  <span className={styles.part}>
                    {t('part', { some: format.number(devices[counter]), all: format.number(inverters) })}
                  </span>
                ) : null}
              </th>
            ))}
            <th scope="col">{t('counted')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles.sum}>
            <th scope="row">{t('sum')}</th>
            {counters.map((counter) => (
              <td key={counter}>
                {energy(sumOf(days, counter))}
                <Deviation kwh={sumOf(days, counter)} counted={counted} />
              </td>
            ))}
            <td>{energy(counted)}</td>
          </tr>
          {days.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row">{format.day(row.day)}</th>
              {counters.map((counter) => (
                <td key={counter}>
                  {energy(row[counter])}
                  <Deviation kwh={row[counter]} counted={row.counted} />
                </td>
              ))}
              <td>{energy(row.counted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** More is worth a look. */
const LARGE_PERCENT = 3;

function Deviation({ kwh, counted }: { kwh: number | null; counted: number | null }) {
  const format = useFormat();
  const percent = deviationOf(kwh, counted);
  if (percent === null) return null;
  const sign = percent > 0 ? '+' : '';
  return (
    <span className={styles.deviation} data-large={Math.abs(percent) > LARGE_PERCENT}>
      {sign}
      {format.percent(percent, 1)}
    </span>
  );
}
