import type { RouteName } from '@sunfleet/contract';
import { createStored } from './stored.ts';

/** Address of the chosen regional node; empty: the node this page came from. */
export const storedNode = createStored<string>({
  key: 'sunfleet.node',
  parse: (value) => (typeof value === 'string' && /^(https?:\/\/.*)?$/.test(value) ? value : undefined),
  fallback: '',
});

/** Routes that the page's own host answers: they say which nodes there are and how this host looks. */
const OWN: ReadonlySet<RouteName> = new Set<RouteName>(['listNodes', 'listThemes']);

/** Base of a call: `{node}/api`. */
export const apiBase = (name?: RouteName): string =>
  name && OWN.has(name) ? '/api' : `${storedNode.get()}/api`;

/** Whether a node was chosen on this device before, the page's own node included. */
export const nodeIsChosen = (): boolean => localStorage.getItem('sunfleet.node') !== null;
