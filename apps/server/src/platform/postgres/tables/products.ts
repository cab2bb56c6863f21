import type { DeviceKind, ProductPart, ProductSpecification, WarrantyStart } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface ProductsTable {
  id: Generated<number>;
  /** Null: of the library for all. */
  organisationId: number | null;
  manufacturer: string;
  model: string;
  kind: DeviceKind;
  profileId: string | null;
  specification: Json<ProductSpecification>;
  parts: Json<ProductPart[]>;
  warrantyMonths: number | null;
  warrantyFrom: WarrantyStart;
  warrantyText: string;
  remark: string;
  revision: Generated<number>;
  createdAt: Created;
}

export interface ProductsTables {
  products: ProductsTable;
}
