import type {
  DeviceKind,
  ProductFileKind,
  ProductPart,
  ProductSpecification,
  WarrantyStart,
} from '@sunfleet/contract';
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

export interface ProductFilesTable {
  id: Generated<number>;
  productId: number;
  kind: ProductFileKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Name in the store of files. */
  file: string;
  createdBy: number | null;
  createdAt: Created;
}

export interface ProductsTables {
  productFiles: ProductFilesTable;
  products: ProductsTable;
}
