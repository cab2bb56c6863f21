import type { EnergyBucket } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCorrectedWords } from '../../../parts/stations/corrected-mark.tsx';
import { type EnergySums, energySums } from './energy-sums.ts';

interface SumsOf {
  grain: 'day' | 'month' | 'year';
  /** Start of the first bucket with energy. */
  first: string | undefined;
  before: readonly EnergyBucket[] | undefined;
}

/** What a period comes to, in words; what is not known is left out. */
export function useSumTexts(sums: EnergySums, { grain, first, before }: SumsOf): string[] {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const correctedWords = useCorrectedWords();
  const past = before ? energySums(before, '').produced : null;
  const texts = [
    sums.produced !== null && t('trend.produced', { energy: format.energy(sums.produced) }),
    sums.produced !== null && sums.added !== 0 && correctedWords(sums),
    grain === 'year' && first !== undefined && t('trend.since', { start: format.day(first) }),
    sums.mean !== null && t(`trend.mean.${grain}`, { energy: format.energy(sums.mean) }),
    before !== undefined &&
      (past === null ? t('trend.noBefore') : t('trend.beforeSum', { energy: format.energy(past) })),
    sums.selfConsumption !== null &&
      t('trend.selfConsumption', { share: format.percent(sums.selfConsumption) }),
    sums.selfSufficiency !== null &&
      t('trend.selfSufficiency', { share: format.percent(sums.selfSufficiency) }),
  ];
  return texts.filter((text) => text !== false);
}
