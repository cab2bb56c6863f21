/** What can be done in each domain, in the order a permission tree shows it. The permission is `domain.function`. */
export const FUNCTIONS = {
  stations: ['view', 'create', 'edit', 'delete', 'grant', 'share'],
  devices: ['view', 'create', 'edit', 'delete'],
  telemetry: ['view', 'export'],
  parameters: ['read', 'write', 'dangerous'],
  firmware: ['view', 'manage', 'upgrade'],
  operations: ['view', 'create', 'manage', 'run'],
  sims: ['view', 'renew', 'edit', 'manage'],
  alarms: ['view', 'confirm', 'process', 'shieldTemporarily', 'shieldPermanently'],
  notifications: ['own', 'manage'],
  workOrders: ['view', 'create', 'do', 'review', 'assign'],
  processes: ['use', 'manage'],
  reports: ['view'],
  ivScans: ['view', 'run'],
  analyses: ['view'],
  imports: ['run'],
  labels: ['view', 'create', 'edit', 'delete'],
  members: ['view', 'inviteViewers', 'team', 'manage'],
  roles: ['view', 'manage'],
  organisations: ['view', 'manage'],
  commerce: ['view', 'manage'],
  warranty: ['view'],
  apiKeys: ['manage'],
  ingestKeys: ['manage'],
  audit: ['view'],
  platform: ['manage'],
} as const;

export type FunctionDomain = keyof typeof FUNCTIONS;
export type Permission = {
  [D in FunctionDomain]: `${D}.${(typeof FUNCTIONS)[D][number]}`;
}[FunctionDomain];

/** Every function permission. The word before the dot is the domain, the word after it the function. */
export const PERMISSIONS = Object.entries(FUNCTIONS).flatMap(([domain, functions]) =>
  functions.map((name) => `${domain}.${name}` as Permission),
) as [Permission, ...Permission[]];

/** Domains of functions, in the same order. */
export const FUNCTION_DOMAINS = Object.keys(FUNCTIONS) as FunctionDomain[];

/** Permissions of a domain, in the same order. */
export const permissionsOf = (domain: FunctionDomain): Permission[] =>
  PERMISSIONS.filter((name) => name.startsWith(`${domain}.`));
