/** A service of hourly weather, past and forecast, that answers as Open-Meteo does. */
export interface WeatherService {
  /** Without the parameters of the place, which are added to it. */
  url: string;
  /** Sent as `apikey`; undefined where the service takes none. */
  key: string | undefined;
  name: string;
  /** Who must be named beside it; empty where nobody must. */
  credit: string;
  patienceMs: number;
  /** Requests of all servers within 24 hours. */
  perDay: number;
}

type Values = (number | null)[];

/** Weather by the hour, with pvlib's names. `times` are ends of hours, epoch milliseconds; null is not known. */
export interface WeatherHours {
  times: number[];
  /** degC at the time. */
  tempAir: Values;
  /** m/s at the time. */
  windSpeed: Values;
  /** W/m2, means of the hour before the time. */
  ghi: Values;
  dni: Values;
  dhi: Values;
  /** % of the sky. */
  cloudCover: Values;
  /** WMO code 4677 as far as services use it: 0 clear, 3 overcast, 61 rain, 95 thunderstorm. */
  weatherCode: Values;
}
