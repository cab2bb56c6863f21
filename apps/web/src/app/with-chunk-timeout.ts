import type { RouteObject } from 'react-router';
import { loadChunk } from '../lib/load-chunk.ts';

/** The same routes, whose pages are given up when they do not arrive in time. */
export function withChunkTimeout(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route;
    return {
      ...route,
      ...(typeof lazy === 'function' ? { lazy: () => loadChunk(lazy) } : {}),
      ...(children ? { children: withChunkTimeout(children) } : {}),
    } as RouteObject;
  });
}
