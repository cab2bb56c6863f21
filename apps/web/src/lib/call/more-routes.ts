import { MORE_ROUTES, ROUTES } from '@sunfleet/api-client';

// The login has the table of routes without those of a session; these come with the product.
Object.assign(ROUTES, MORE_ROUTES);
