import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure } from '../../../ui/figure/figure.tsx';
import { gainOf } from './gain-of.ts';

/** As often as what the roll-ups sum is new. */
const REFETCH_MS = 150_000;

/** What the day saved and earned, in each currency; where it is not known, why. What was bought is said apart. */
export function MoneyFigure({ stationId }: { stationId: number }) {
  const { t } = useTranslation(['own', 'tariffs']);
  const format = useFormat();
  const { data } = useCall('stationRevenue', { params: { id: stationId } }, { refetchMs: REFETCH_MS });
  if (!data) return null;
  const { revenues, gaps } = data.today;
  // Where an amount has no room, its currency comes below it: large figures break nowhere else.
  const amounts = revenues.map(({ currency, parts }) =>
    format.minorMoney(gainOf(parts), currency).replaceAll('\u00A0', ' '),
  );
  const bought = revenues.flatMap(({ currency, parts }) =>
    parts.import ? [format.minorMoney(-parts.import, currency)] : [],
  );
  const [gap] = gaps;
  const value = amounts.length > 0 ? amounts.join(' + ') : UNKNOWN;
  return (
    <Figure
      label={t('today.gain')}
      value={{ value, unit: '' }}
      note={bought.length > 0 ? t('today.bought', { amount: bought.join(' + ') }) : null}
      reason={t(gap ? `money.gap.${gap}` : 'money.unknown', { ns: 'tariffs' })}
    />
  );
}
