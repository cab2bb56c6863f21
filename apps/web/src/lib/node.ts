import { createStored } from './stored.ts';

/** Address of the chosen regional node; empty: the node this page came from. */
export const storedNode = createStored<string>({
  key: 'sunfleet.node',
  parse: (value) => (typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined),
  fallback: '',
});

/** Base of every call: `{node}/api`. */
export const apiBase = (): string => `${storedNode.get()}/api`;
