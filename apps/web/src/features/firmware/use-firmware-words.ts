import type { Firmware, Language } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';

const KB = 1024;

/** What is said of a firmware in more than one place. */
export function useFirmwareWords() {
  const { t, i18n } = useTranslation('firmware');
  const format = useFormat();
  return useMemo(
    () => ({
      /** From which versions a device can come. */
      range: ({ fromVersion, toVersion }: Pick<Firmware, 'fromVersion' | 'toVersion'>): string => {
        if (fromVersion !== null && toVersion !== null) return `${fromVersion} – ${toVersion}`;
        if (fromVersion !== null) return t('range.from', { version: fromVersion });
        if (toVersion !== null) return t('range.to', { version: toVersion });
        return t('range.any');
      },
      allowed: ({ everybody, organisations }: Pick<Firmware, 'everybody' | 'organisations'>): string => {
        if (everybody) return t('allowed.everybody');
        return organisations.length === 0
          ? t('allowed.nobody')
          : organisations.map(({ name }) => name).join(', ');
      },
      size: (bytes: number): string => {
        if (bytes < KB) return `${format.number(bytes, 0)} B`;
        if (bytes < KB * KB) return `${format.number(bytes / KB, 0)} KB`;
        return `${format.number(bytes / KB / KB, 1)} MB`;
      },
      /** Notes in the reader's language, else in English, else in any. */
      notes: ({ notes }: Pick<Firmware, 'notes'>): string | undefined =>
        notes[i18n.language as Language] || notes['en-US'] || Object.values(notes).find(Boolean),
    }),
    [t, i18n.language, format],
  );
}
