import type { ColumnType } from 'kysely';
import type { WeatherHours } from '../../weather-service.ts';

export interface WeatherAnswersTable {
  key: Buffer;
  triedAt: Date;
  /** When the answer came; null: none did. */
  askedAt: Date | null;
  /** Written as JSON text. */
  hours: ColumnType<WeatherHours | null, string | null, string | null>;
}

export interface WeatherTables {
  weatherAnswers: WeatherAnswersTable;
}
