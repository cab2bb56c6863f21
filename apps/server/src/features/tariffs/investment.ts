/** What a station cost. */
export interface Investment {
  amount: number;
  currency: string;
}

/** Columns that keep it. */
export const INVESTMENT = ['investment', 'investmentCurrency'] as const;

/** Out of its columns; null where nobody has said it. */
export const investmentOf = (row: {
  investment: number | null;
  investmentCurrency: string | null;
}): Investment | null =>
  row.investment === null || row.investmentCurrency === null
    ? null
    : { amount: row.investment, currency: row.investmentCurrency };
