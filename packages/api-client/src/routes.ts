import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';

/** What a client must know of a route to call it; shapes come from the contract as types only. */
export interface RouteAddress {
  method: RouteDefinition['method'];
  /** Path below `/api`, with `:name` parameters. */
  path: string;
  /** The request carries a signature by the session's signing key. */
  signed?: true;
  /** The answer is a file, not an envelope. */
  raw?: true;
  /** Set where only those may call who hold it and reach a whole organisation. */
  permission?: RouteDefinition['permission'];
}

/**
 * Method and path of every route of the contract. The build of the web puts the finished table in the place of this module
 * (`apps/web/scripts/route-table.ts`), so that a browser loads no schema code, and those of sessions in the place of `more-routes.ts`.
 */
export const ROUTES = Object.freeze(
  Object.fromEntries(
    Object.entries(routes as Record<string, RouteDefinition>).map(([name, route]) => [
      name,
      addressOf(route),
    ]),
  ),
) as Readonly<Record<RouteName, RouteAddress>>;

function addressOf({ method, path, signed, transport, permission, reach }: RouteDefinition): RouteAddress {
  return {
    method,
    path,
    ...(signed ? { signed } : {}),
    ...(transport === 'raw' ? { raw: true } : {}),
    ...(permission && reach === 'organisation' ? { permission } : {}),
  };
}
