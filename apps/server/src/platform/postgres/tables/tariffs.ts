import type { TariffVersion } from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface TariffsTable {
  id: Generated<number>;
  organisationId: number | null;
  ownerId: number | null;
  name: string;
  currency: string;
  versions: Json<TariffVersion[]>;
  revision: Generated<number>;
  createdAt: Created;
}

interface StationTariffsTable {
  stationId: number;
  /** `-infinity`: from the beginning. */
  fromDay: string;
  tariffId: number | null;
}

interface StationRevenuesTable {
  stationId: number;
  currency: string;
  today: number | null;
  beforeMonth: number | null;
  beforeYear: number | null;
  beforeTotal: number | null;
}

interface RevenueCountsTable {
  stationId: number;
  day: string;
  /** Null where it was not known: the station is counted anew. */
  dayEndsAt: Date | null;
  /** Its days are in `revenue_months`; false of what an older version counted, which is counted anew. */
  withDays: Generated<boolean>;
  countedAt: Date;
}

interface RevenueMonthsTable {
  stationId: number;
  currency: string;
  /** Its first day. */
  month: string;
  /** Minor units by the day of the month. */
  days: ColumnType<(string | null)[], (number | null)[]>;
}

interface ExchangeRatesTable {
  organisationId: number | null;
  ownerId: number | null;
  currency: string;
  day: string;
  rate: number;
  intoCurrency: string;
}

export interface TariffsTables {
  tariffs: TariffsTable;
  stationTariffs: StationTariffsTable;
  stationRevenues: StationRevenuesTable;
  revenueCounts: RevenueCountsTable;
  revenueMonths: RevenueMonthsTable;
  exchangeRates: ExchangeRatesTable;
}
