type ForecastSource = 'weather' | 'persistence';

interface StationForecastsTable {
  stationId: number;
  day: string;
  madeAt: Date;
  source: ForecastSource;
  /** W */
  forecast: number[];
}

interface ForecastDaysTable {
  stationId: number;
  day: string;
  source: ForecastSource;
  places: number;
  /** W² */
  squared: number;
  squaredPersistence: number;
  hourPlaces: number;
  hourSquared: number;
  hourSquaredPersistence: number;
  errors: (number | null)[];
}

export interface ForecastsTables {
  stationForecasts: StationForecastsTable;
  forecastDays: ForecastDaysTable;
}
