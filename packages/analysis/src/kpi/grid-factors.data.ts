/** What a kWh from the grid of a country meant in a year, kg of CO2 on average over all power plants. */
export interface GridFactor {
  year: number;
  co2: number;
  source: string;
}

/**
 * National averages as their offices publish them, by ISO 3166 code, oldest first. They are not of one method: the United Kingdom counts CO2
 * equivalents, the others CO2. Name the source beside each figure.
 */
export const GRID_FACTORS: Readonly<Record<string, readonly GridFactor[]>> = {
  CN: [
    { year: 2021, co2: 0.5568, source: 'MEE, NBS, 2024-04-12' },
    { year: 2022, co2: 0.5366, source: 'MEE, NBS, 2024-12-20' },
  ],
  // 380 g/kWh, estimated.
  DE: [{ year: 2023, co2: 0.38, source: 'UBA, Climate Change 23/2024' }],
  GB: [{ year: 2023, co2: 0.207074, source: 'DESNZ, 2023-06-07' }],
  // 947 lb/MWh and 0.86 lb/kWh.
  US: [
    { year: 2018, co2: 0.4296, source: 'EPA, eGRID2018' },
    { year: 2022, co2: 0.39, source: 'EIA, State Electricity Profiles 2022' },
  ],
};

/** The factor of a year: the newest one of it or before, else the oldest there is; undefined for a country without one. */
export function gridFactor(country: string | null, year: number): GridFactor | undefined {
  const factors = GRID_FACTORS[country ?? ''];
  return factors?.findLast((factor) => factor.year <= year) ?? factors?.[0];
}
