import type { routes, RouteOutput } from '@sunfleet/contract';

type Node = RouteOutput<(typeof routes)['listNodes']>[number];

const KEYS: readonly Node['key'][] = ['china', 'europe', 'international'];

/**
 * Regional nodes of `SUNFLEET_NODES` (`china=https://cn.example,europe=...`); `current` is the one the caller is on.
 * Without any, this server is the only node. Entries with an unknown name or an address that is no http(s) URL are left out.
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
  const [name, ...rest] = entry.split('=');
  const key = KEYS.find((known) => known === name?.trim());
  const url = URL.parse(rest.join('=').trim());
  if (!key || !url || !/^https?:$/.test(url.protocol)) return undefined;
  return {
    key,
    name: null,
    url: url.href.replace(/\/$/, ''),
    current: url.origin === ownOrigin,
    countries: [],
  };
}
