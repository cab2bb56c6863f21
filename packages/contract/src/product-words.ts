// What is said of products, as plain data: a page that shows a list loads no schema code.

/** From which day of a device its warranty counts. */
export const WARRANTY_STARTS = ['production', 'sale', 'firstPowerOn'] as const;
export type WarrantyStart = (typeof WARRANTY_STARTS)[number];

/** What may be kept of a product. */
export const PRODUCT_FILE_KINDS = ['picture', 'document'] as const;
export type ProductFileKind = (typeof PRODUCT_FILE_KINDS)[number];

/** Orders of the list of products. */
export const PRODUCT_SORTS = ['name', 'kind', 'ratedPower', 'warranty', 'devices'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
