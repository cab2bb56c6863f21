import type { ProductWarranty } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';

/** How long a warranty is and from when it counts, in the reader's words. */
export function useWarrantyWords(): (warranty: ProductWarranty) => string {
  const { t } = useTranslation('products');
  const format = useFormat();
  return ({ months, from }) =>
    months === null
      ? UNKNOWN
      : t('warranty.words', { months: format.number(months, 0), from: t(`from.${from}`) });
}
