import { routes, type RouteDefinition } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.ts';

test('every route of the contract has its method and path here, and nothing else is here', () => {
  const wanted = Object.fromEntries(
    Object.entries(routes as Record<string, RouteDefinition>).map(
      ([name, { method, path, signed, transport }]) => [
        name,
        { method, path, ...(signed ? { signed } : {}), ...(transport === 'raw' ? { raw: true } : {}) },
      ],
    ),
  );
  expect(ROUTES).toEqual(wanted);
});
