/** Decimals in which prices are kept as whole numbers, and those of a kWh. */
const DECIMALS = 6;
/** What one unit of a currency is in the sums between: its millionth by the millionth of a kWh. */
const UNITS = 10n ** BigInt(2 * DECIMALS);

/** Money that is not rounded yet: millionths of millionths of a currency. */
export type ExactAmount = bigint;

/** Millionths of a currency's unit; prices have no more decimals. */
export const exactPrice = (price: number): bigint => BigInt(Math.round(price * 10 ** DECIMALS));
/** Millionths of a kWh, whole. */
export const exactEnergy = (kWh: number): number => Math.round(kWh * 10 ** DECIMALS);
export const energyOf = (exact: number): number => exact / 10 ** DECIMALS;

/** Whole minor units (cents), rounded once, a half away from zero. `digits`: decimals of the currency. */
export function toMinorUnits(amount: ExactAmount, digits: number): number {
  const scaled = amount * 10n ** BigInt(digits);
  const half = scaled < 0n ? -UNITS / 2n : UNITS / 2n;
  return Number((scaled + half) / UNITS);
}

/** An amount that a number holds exactly; null: it is too large for that, and so is not known. */
export const knownAmount = (amount: number): number | null => (Number.isSafeInteger(amount) ? amount : null);

/** Decimals of a currency as ISO 4217 gives them: 2 for EUR, 0 for JPY, 3 for KWD; 2 also for a text that is no code. */
export function minorDigits(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
