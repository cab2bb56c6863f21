// What lists of stations are narrowed by, as plain data: a page that shows a list loads no schema code.

/** Figures of stations that lists can be narrowed by, from and to; in the units of the API: W, kWh, kWp, h, percent. */
export const STATION_FIGURES = [
  'capacity',
  'power',
  'powerRatio',
  'energyToday',
  'hoursToday',
  'energyMonth',
  'energyYear',
  'energyTotal',
  'expected',
  'loss',
  'soc',
  'signal',
  'devicesOffline',
  /** Hours since the last data; a station that never sent any was silent for ever. */
  'silence',
] as const;
export type StationFigure = (typeof STATION_FIGURES)[number];

/** Revenue in minor units of the currency that is named beside it. */
export const STATION_REVENUES = ['revenueToday', 'revenueMonth', 'revenueYear', 'revenueTotal'] as const;
export type StationRevenueFigure = (typeof STATION_REVENUES)[number];

/** Texts that a station's own text has to contain, whatever the case. */
export const STATION_TEXTS = ['name', 'place', 'owner', 'organisation', 'address'] as const;
export type StationText = (typeof STATION_TEXTS)[number];
