/** Shown where a value is not known; never a zero. */
export const UNKNOWN = '–';

/** A figure and its unit apart, for large figures and table heads. */
export interface Quantity {
  value: string;
  unit: string;
}

type Digits = { min?: number; max: number };
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: string, { min = 0, max }: Digits): Intl.NumberFormat {
  const key = `${language} ${min} ${max}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      signDisplay: 'negative',
    });
    formats.set(key, format);
  }
  return format;
}

/** Digits that tell something: three figures in all, none behind the point from 100 on. */
function sensibleDigits(value: number): number {
  const size = Math.abs(value);
  if (size >= 100 || size === 0) return 0;
  return size >= 10 ? 1 : 2;
}

/** A number in the language's way, `1.234,5`; digits behind the point follow from its size unless given. */
export function formatNumber(value: number | null | undefined, language: string, digits?: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  return numberFormat(language, { min: digits ?? 0, max: digits ?? sensibleDigits(value) }).format(value);
}

/** Share in percent (0 to 100), `57 %`, with at most so many digits behind the point and at least `least`. */
export function formatPercent(
  value: number | null | undefined,
  language: string,
  digits = 0,
  least = 0,
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  const key = `${language} % ${least} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: least,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    });
    formats.set(key, format);
  }
  return format.format(value / 100);
}

/** Decimals of a currency, by which its minor units are counted: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** An amount with its currency's code, `EUR 12.30`. */
export function formatMoney(
  value: number | null | undefined,
  currency: string | null,
  language: string,
): string {
  if (value === null || value === undefined || !currency) return UNKNOWN;
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    value,
  );
}
