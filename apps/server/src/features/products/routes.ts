import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { createProduct } from './create-product.ts';
import { createProducts } from './create-products.ts';
import { deleteProduct } from './delete-product.ts';
import { registerProductFilesRoutes } from './files/routes.ts';
import { getProduct, listProducts } from './list-products.ts';
import { updateProduct } from './update-product.ts';

/** A page of products with a hundred parts each is some megabytes, of which many at a time would keep everybody waiting. */
const PAGES = { atOnce: 3, ofOne: 1, waitingEach: 100 } as const;

export function registerProductsRoutes(server: HttpServer, platform: Platform): void {
  registerProductFilesRoutes(server, platform);
  registerRoute(server, 'listProducts', ({ actor }, { query }) => listProducts(platform, actor, query), {
    inTurn: byOrganisation(createTurns(PAGES)),
  });
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
