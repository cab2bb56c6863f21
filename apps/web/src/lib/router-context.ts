import { createContext, useContext } from 'react';
import type { createHashRouter } from 'react-router';

type Router = ReturnType<typeof createHashRouter>;

/** The router itself, which knows the newest address; hooks of the library know the address that is drawn. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** The router of the page. */
export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('A page that keeps its state in the address stands inside a RouterContext.');
  return router;
}
