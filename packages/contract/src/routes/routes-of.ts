import type { RouteDefinition } from '../route.ts';

type Routes<M> = { readonly [K in keyof M as M[K] extends RouteDefinition ? K : never]: M[K] };

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value;

/** What of a module's exports is a route. */
export function routesOf<M extends object>(module: M): Routes<M> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isRoute(value))) as Routes<M>;
}
