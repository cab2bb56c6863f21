/** Actions the server writes, offered as a filter. */
export const KNOWN_ACTIONS = [
  'accounts.login',
  'accounts.logout',
  'devices.bind',
  'imports.cancel',
  'imports.run',
  'ingestKeys.create',
  'stations.create',
] as const;
