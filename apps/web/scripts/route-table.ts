import path from 'node:path';
import type { RouteDefinition } from '@sunfleet/contract';
import { runnerImport, type Plugin } from 'vite';

const CLIENT = path.join(import.meta.dirname, '../../../packages/api-client/src');
const SOURCE = path.join(CLIENT, 'routes.ts');
const MORE = path.join(CLIENT, 'more-routes.ts');
const CONTRACT = path.join(import.meta.dirname, '../../../packages/contract/src/routes/index.ts');

/**
 * Replaces the module that derives the table of routes from the contract by the finished table, because the schemas of the contract
 * are larger than all the other code of ours that the login page loads. Routes of a session stand in a table of their own that comes with the
 * product: nobody calls them before.
 */
export function routeTable(): Plugin {
  return {
    name: 'route-table',
    async load(id) {
      const file = path.normalize(id);
      if (file !== SOURCE && file !== MORE) return undefined;
      const { module, dependencies } = await runnerImport<{ ROUTES: object }>(SOURCE, { configFile: false });
      const contract = await runnerImport<{ routes: Record<string, RouteDefinition> }>(CONTRACT, {
        configFile: false,
      });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      const isOfSession = (name: string) => contract.module.routes[name]!.auth === 'session';
      const chosen = Object.entries(module.ROUTES).filter(([name]) => isOfSession(name) === (file === MORE));
      const table = JSON.stringify(Object.fromEntries(chosen));
      return file === MORE ? `export const MORE_ROUTES = ${table};` : `export const ROUTES = ${table};`;
    },
  };
}
