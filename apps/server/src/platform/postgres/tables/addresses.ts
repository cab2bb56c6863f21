import type { FoundAddress } from '@sunfleet/contract';
import type { ColumnType } from 'kysely';

export interface AddressAnswersTable {
  key: Buffer;
  /** Written as JSON text. */
  places: ColumnType<FoundAddress[], string, string>;
  askedAt: Date;
}

export interface AddressesTables {
  addressAnswers: AddressAnswersTable;
}
