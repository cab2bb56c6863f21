export { namedProduct } from './named-product.ts';
export { registerProductsRoutes } from './routes.ts';
export { settleWarranty } from './settle-warranty.ts';
