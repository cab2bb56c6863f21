/** What a kWh from the grid of a country meant in a year, kg of CO2 on average over all power plants. */
export interface GridFactor {
  year: number;
  co2: number;
  source: string;
  /** Read where others quote the source, not at the source itself. Say so beside the figure. */
  quoted?: true;
}

/**
 * National averages as their offices publish them, by ISO 3166 code, oldest first. They are not of one method: the United Kingdom counts CO2
 * equivalents, the others CO2. Name the source beside each figure. A country whose office was not found to say one number for all of its grid is left out.
 */
export const GRID_FACTORS: Readonly<Record<string, readonly GridFactor[]>> = {
  // 0.0385 t/MWh, the mean of the year in the connected system (SIN).
  BR: [{ year: 2023, co2: 0.0385, source: 'MCTI, SIRENE, SIN 2023', quoted: true }],
  CN: [
    { year: 2021, co2: 0.5568, source: 'MEE, NBS, 2024-04-12' },
    { year: 2022, co2: 0.5366, source: 'MEE, NBS, 2024-12-20' },
  ],
  // 433, 386 and 363 g/kWh.
  DE: [
    { year: 2022, co2: 0.433, source: 'UBA, Strommix 1990–2024', quoted: true },
    { year: 2023, co2: 0.386, source: 'UBA, Strommix 1990–2024', quoted: true },
    { year: 2024, co2: 0.363, source: 'UBA, Strommix 1990–2024', quoted: true },
  ],
  GB: [
    { year: 2023, co2: 0.207074, source: 'DESNZ, 2023-06-07', quoted: true },
    { year: 2024, co2: 0.20705, source: 'DESNZ, conversion factors 2024', quoted: true },
    { year: 2025, co2: 0.177, source: 'DESNZ, conversion factors 2025', quoted: true },
  ],
  // 0.727 t/MWh with renewables, April 2023 to March 2024.
  IN: [{ year: 2023, co2: 0.727, source: 'CEA, CO2 Baseline Database 20.0', quoted: true }],
  // 300 g/kWh of production.
  NL: [{ year: 2021, co2: 0.3, source: 'CE Delft, CBS, elektriciteitsmix 2021' }],
  // 947 lb/MWh, 0.86 and 0.81 lb/kWh.
  US: [
    { year: 2018, co2: 0.4296, source: 'EPA, eGRID2018' },
    { year: 2022, co2: 0.39, source: 'EIA, State Electricity Profiles 2022' },
    { year: 2023, co2: 0.3674, source: 'EIA, State Electricity Profiles 2023' },
  ],
};

/** The factor of a year: the newest one of it or before, else the oldest there is; undefined for a country without one. */
export function gridFactor(country: string | null, year: number): GridFactor | undefined {
  const factors = GRID_FACTORS[country ?? ''];
  return factors?.findLast((factor) => factor.year <= year) ?? factors?.[0];
}
