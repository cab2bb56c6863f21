import { expect, test } from 'vitest';
import type { RouteDefinition } from '../route.ts';
import { routes } from './index.ts';

test('no two routes share method and path', () => {
  const addresses = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
  );
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});

test('what one person must not do alone takes two', () => {
  const all = Object.entries(routes as Record<string, RouteDefinition>);
  expect(all.flatMap(([name, { secondPerson }]) => (secondPerson ? [name] : []))).toEqual([
    'resumePlatformCommands',
    'startFirmwareUpgrade',
    'runDangerousSet',
    'setDangerousParameters',
  ]);
});
