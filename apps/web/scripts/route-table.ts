import path from 'node:path';
import { runnerImport, type Plugin } from 'vite';

const SOURCE = path.join(import.meta.dirname, '../../../packages/api-client/src/routes.ts');

/**
 * Puts the finished table of routes in the place of the module that derives it from the contract: the schemas of the contract are
 * larger than everything else that the login page loads of ours.
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
