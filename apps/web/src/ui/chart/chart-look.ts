import { useMemo } from 'react';
import { useDark } from '../../lib/appearance.ts';
import { createFormat, type Format } from '../../lib/format/use-format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';

/** Colours of energies; the same in every chart, light and dark. */
export type EnergyColor = 'pv' | 'load' | 'grid' | 'battery' | 'charge' | 'ev' | 'expected' | 'irradiance';

/** What an option needs to look like the rest of the page: resolved colours, formats, language. */
export interface ChartLook {
  dark: boolean;
  format: Format;
  text: string;
  muted: string;
  line: string;
  surface: string;
  energy: Readonly<Record<EnergyColor, string>>;
  /** For series that are not energies, in this order; told apart by colour-blind eyes. */
  series: readonly string[];
}

const LIGHT_SERIES = ['#0072b2', '#d98a00', '#00897b', '#b8124f', '#7c4ddb', '#55616f', '#8f5400', '#1a7f37'];
const DARK_SERIES = ['#4aa8e0', '#f0a92b', '#2bbfae', '#ff6fa5', '#a78bfa', '#9aa7b6', '#e0c060', '#46c263'];

/** Colours and formats of charts, in step with theme and language. */
export function useChartLook(): ChartLook {
  const dark = useDark();
  const language = useLanguage();
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
    const energy = (name: EnergyColor) => color(`energy-${name}`);
    return {
      dark,
      format: createFormat(language),
      text: color('text'),
      muted: color('text-muted'),
      line: color('border'),
      surface: color('surface'),
      energy: {
        pv: energy('pv'),
        load: energy('load'),
        grid: energy('grid'),
        battery: energy('battery'),
        charge: energy('charge'),
        ev: energy('ev'),
        expected: energy('expected'),
        irradiance: energy('irradiance'),
      },
      series: dark ? DARK_SERIES : LIGHT_SERIES,
    };
  }, [dark, language]);
}
