import type { Plugin } from 'vite';

interface Cut {
  /** The module of the component library. */
  of: RegExp;
  from: string;
  to: string;
}

/**
 * What the component library would bring with whatever list or field a page shows, and no page uses: filters of its tables (ours stand above them,
 * and in the address) with tree and radio buttons, and its forms with their checks (ours are the contract's rules).
 */
const CUTS: readonly Cut[] = [
  {
    of: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]index\.js$/,
    from: `import FilterDropdown, { flattenKeys } from './FilterDropdown';`,
    to: `const flattenKeys = () => [];\nconst FilterDropdown = () => { throw new Error('no filters in tables'); };`,
  },
  {
    of: /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/,
    from: `from '@rc-component/form';`,
    to: `from '@rc-component/form/es/FormContext';`,
  },
];

/** The module without what is cut out of it; undefined where nothing is. A module that reads otherwise than it did ends the build. */
export function leanModule(id: string, code: string): string | undefined {
  const cut = CUTS.find(({ of }) => of.test(id));
  if (!cut) return undefined;
  if (!code.includes(cut.from)) throw new Error(`${id} has no \`${cut.from}\` any more`);
  return code.replace(cut.from, cut.to);
}

export function leanAntd(): Plugin {
  return {
    name: 'lean-antd',
    apply: 'build',
    transform: {
      filter: { id: CUTS.map(({ of }) => of) },
      handler: (code, id) => {
        const lean = leanModule(id, code);
        return lean === undefined ? undefined : { code: lean, map: null };
      },
    },
  };
}
