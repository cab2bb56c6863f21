import type { TariffVersion } from '@sunfleet/contract';
import type { Generated } from 'kysely';
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
  countedAt: Date;
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
  exchangeRates: ExchangeRatesTable;
}
