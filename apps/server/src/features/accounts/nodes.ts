import type { routes, RouteOutput } from '@sunfleet/contract';

type Node = RouteOutput<(typeof routes)['listNodes']>[number];

const KEYS: readonly Node['key'][] = ['china', 'europe', 'international'];

/**
 * Regional nodes of `SUNFLEET_NODES`: `china=https://cn.example,europe=https://eu.example;name=Frankfurt;countries=DE|FR`. `current` is the one the caller is on.
 * Without any, this server is the only node. Entries with an unknown key or an address that is no http(s) URL are left out, and
 * so are countries that are no two letters.
 */
export function listNodes(setting: string, ownOrigin: string): Node[] {
  const nodes = setting
    .split(',')
    .map((entry) => readNode(entry, ownOrigin))
    .filter((node) => node !== undefined);
  return nodes.length > 0
    ? nodes
    : [{ key: 'international', name: null, url: ownOrigin, current: true, countries: [] }];
}

function readNode(entry: string, ownOrigin: string): Node | undefined {
  const [first, ...options] = entry.split(';').map(readPair);
  const key = KEYS.find((known) => known === first?.name);
  const url = URL.parse(first?.value ?? '');
  if (!key || !url || !/^https?:$/.test(url.protocol)) return undefined;
  const option = (name: string) => options.find((pair) => pair.name === name)?.value ?? '';
  return {
    key,
    name: option('name') || null,
    url: url.href.replace(/\/$/, ''),
    current: url.origin === ownOrigin,
    countries: option('countries')
      .split('|')
      .map((country) => country.trim().toUpperCase())
      .filter((country) => /^[A-Z]{2}$/.test(country)),
  };
}

function readPair(text: string): { name: string; value: string } {
  const [name = '', ...rest] = text.split('=');
  return { name: name.trim(), value: rest.join('=').trim() };
}
