import { SETTINGS, type Environment } from './config.ts';

/** Names of the environment that look like settings of the server and are none: misspelt ones, which leave a door as it is by default without a word. */
export const unknownSettings = (environment: Environment): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('SUNFLEET_') && !SETTINGS.includes(name))
    .toSorted();
