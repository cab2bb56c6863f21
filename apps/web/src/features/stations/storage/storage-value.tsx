import type { StationStorageValue } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import type { TrendRange } from '../../../lib/time/trend-range.ts';
import styles from './storage.module.css';

const PARTS = ['saved', 'sold', 'kept', 'bought'] as const;

/** Money by the batteries in a period: what they gave minus what they took. */
export function StorageValue({ stationId, range }: { stationId: number; range: TrendRange }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const { from, to, period } = range;
  const value = useCall(
    'stationStorageValue',
    { params: { id: stationId }, query: { from, to } },
    { keepPrevious: true },
  );
  return (
    <Card title={t('value.title', { period: format.day(period) })}>
      <Loaded loading={value} skeleton={<SkeletonBlock lines={5} />}>
        {value.data ? <Parts value={value.data} /> : null}
      </Loaded>
    </Card>
  );
}

function Parts({ value: { values, gaps, energies, unsettled, divided } }: { value: StationStorageValue }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  return (
    <>
      {values.length === 0 ? (
        <p className={styles.sum}>
          {UNKNOWN}
          <span className="visually-hidden">{t('value.unknown')}</span>
        </p>
      ) : null}
      {values.map(({ currency, parts, total }) => (
        <div key={currency}>
          <p className={styles.sum}>{format.minorMoney(total, currency)}</p>
          <dl className={styles.parts}>
            {PARTS.map((part) => (
              <div key={part}>
                <dt>
                  {t(`value.part.${part}`)} <span>{format.energy(energies[part])}</span>
                </dt>
                <dd>{format.minorMoney(parts[part], currency)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <ul className={styles.notes}>
        {gaps.map((gap) => (
          <li key={gap}>{t(`value.gap.${gap}`)}</li>
        ))}
        {unsettled > 0 ? <li>{t('value.unsettled', { energy: format.energy(unsettled) })}</li> : null}
        {divided > 0 ? <li>{t('value.divided', { energy: format.energy(divided) })}</li> : null}
      </ul>
      <p className={styles.muted}>{t('value.formula')}</p>
    </>
  );
}
