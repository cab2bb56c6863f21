import { routes } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.ts';

test('every route of the contract has its method and path here, and nothing else is here', () => {
  const wanted = Object.fromEntries(
    Object.entries(routes).map(([name, { method, path }]) => [name, { method, path }]),
  );
  expect(ROUTES).toEqual(wanted);
});
