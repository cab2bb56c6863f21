import path from 'node:path';
import { runnerImport, type Plugin } from 'vite';

const SOURCE = path.join(import.meta.dirname, '../../../packages/api-client/src/routes.ts');

/**
 * Replaces the module that derives the table of routes from the contract by the finished table, because the schemas of the contract
 * are larger than all the other code of ours that the login page loads.
 */
export function routeTable(): Plugin {
  return {
    name: 'route-table',
    async load(id) {
      if (path.normalize(id) !== SOURCE) return undefined;
      const { module, dependencies } = await runnerImport<{ ROUTES: object }>(SOURCE, { configFile: false });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      return `export const ROUTES = Object.freeze(${JSON.stringify(module.ROUTES)});`;
    },
  };
}
