import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Numbers as they are, in the language's way: nothing is rounded that a register or a data sheet says. */
export function useExactNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 });
    return (value) => format.format(value);
  }, [i18n.language]);
}
