export { holdProduct, productNameFor, productScope } from './product-scope.ts';
export { namedProduct } from './named-product.ts';
export { forgetProductFiles } from './files/forget-files.ts';
export { registerProductsRoutes } from './routes.ts';
export { settleWarranty } from './settle-warranty.ts';
