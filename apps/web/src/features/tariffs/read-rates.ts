import { currencyCodeRule, dayRule, rateRule, type ExchangeRates } from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

type Rate = ExchangeRates['rates'][number];

/** Rates as they are shown and written: `USD,2026-01-01,0.92`. */
export const writeRates = (rates: readonly Rate[]): string =>
  rates.map(({ currency, day, rate }) => `${currency},${day},${rate}`).join('\n');

/**
 * Reads rates out of lines: currency, day and rate, with commas, semicolons or tabs between. Spreadsheets that separate by semicolons write
 * decimals with a comma. A first line of titles is left out. `bad` is the number of the first line that is none.
 */
export function readRates(text: string): { rates: Rate[]; bad: number | undefined } {
  const rates: Rate[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const separator = [';', '\t', ','].find((mark) => line.includes(mark)) ?? ',';
    const [currency = '', day = '', rate = '', ...rest] = line.split(separator).map((part) => part.trim());
    const found = { currency: currency.toUpperCase(), day, rate: readNumber(rate) };
    const broken = currencyCodeRule(found.currency) ?? dayRule(day) ?? rateRule(found.rate);
    if (!broken && rest.length === 0) rates.push(found);
    else if (at > 0) return { rates, bad: at + 1 };
    else if (!/^[a-z]{4,}/i.test(currency)) return { rates, bad: 1 };
  }
  return { rates, bad: undefined };
}
