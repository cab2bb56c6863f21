import type { FrameError } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';

/** Why bytes are no frame, in the page's language: where, what should stand there and what does. */
export function useFaultText(): (error: FrameError) => string {
  const { t } = useTranslation('tools');
  return ({ fault, details: { at, expected, found } }) =>
    [
      t(`fault.${fault}`),
      at !== undefined && t('place.at', { at }),
      expected !== undefined && t('place.expected', { expected }),
      found !== undefined && t('place.found', { found }),
    ]
      .filter((part) => part !== false)
      .join(' ');
}
