import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { useNow } from '../../lib/time/use-now.ts';

const DAY_MS = 86_400_000;

/** The last day of a warranty and how many days are left until it is over. */
export function WarrantyEnd({ day }: { day: string }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(DAY_MS / 24);
  const days = Math.floor((Date.parse(`${day}T00:00:00Z`) + DAY_MS - now) / DAY_MS);
  const left = days < 0 ? t('warranty.over') : t('warranty.left', { days: format.number(days, 0) });
  return (
    <>
      {format.day(day)} <small>{left}</small>
    </>
  );
}
