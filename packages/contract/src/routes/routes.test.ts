import { expect, test } from 'vitest';
import { routes } from './index.ts';

test('no two routes share method and path', () => {
  const addresses = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
  );
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});
