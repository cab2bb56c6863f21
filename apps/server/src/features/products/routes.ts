import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createProduct } from './create-product.ts';
import { createProducts } from './create-products.ts';
import { deleteProduct } from './delete-product.ts';
import { registerProductFilesRoutes } from './files/routes.ts';
import { getProduct, listProducts } from './list-products.ts';
import { updateProduct } from './update-product.ts';

export function registerProductsRoutes(server: HttpServer, platform: Platform): void {
  registerProductFilesRoutes(server, platform);
  registerRoute(server, 'listProducts', ({ actor }, { query }) => listProducts(platform, actor, query));
  registerRoute(server, 'getProduct', ({ actor }, { params }) => getProduct(platform.db, actor, params.id));
  registerRoute(server, 'createProduct', (context, { body }) => createProduct(platform, context, body));
  registerRoute(server, 'createProducts', (context, { body }) => createProducts(platform, context, body));
  registerRoute(server, 'updateProduct', (context, { params, body }) =>
    updateProduct(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'deleteProduct', (context, { params }) =>
    deleteProduct(platform, context, params.id),
  );
}
