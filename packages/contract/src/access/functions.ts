/**
 * What can be done in each domain, in the order a permission tree shows it. The permission is `domain.function`. One that waits for its
 * feature gates nothing yet: it is planned data of built-in roles and stored ones, and it is offered to nobody. Whoever builds the
 * feature takes its mark away.
 */
export const FUNCTIONS = {
  stations: {
    view: {},
    create: {},
    edit: {},
    delete: {},
    grant: {},
    share: {},
  },
  devices: {
    view: {},
    create: {},
    edit: {},
    delete: {},
  },
  telemetry: {
    view: {},
    export: {},
  },
  parameters: {
    read: {},
    write: {},
    dangerous: {},
  },
  firmware: {
    view: {},
    manage: {},
    upgrade: {},
  },
  operations: {
    view: {},
    create: {},
    manage: {},
    run: {},
  },
  sims: {
    view: {},
    renew: {},
    edit: {},
    manage: {},
  },
  alarms: {
    view: {},
    confirm: {},
    process: {},
    shieldTemporarily: {},
    shieldPermanently: {},
    rules: {},
  },
  notifications: {
    own: { waitsFor: 'notifications' },
    manage: { waitsFor: 'notifications' },
  },
  workOrders: {
    view: { waitsFor: 'workOrders' },
    create: { waitsFor: 'workOrders' },
    do: { waitsFor: 'workOrders' },
    review: { waitsFor: 'workOrders' },
    assign: { waitsFor: 'workOrders' },
  },
  processes: {
    use: { waitsFor: 'processes' },
    manage: { waitsFor: 'processes' },
  },
  reports: {
    view: { waitsFor: 'reports' },
  },
  ivScans: {
    view: { waitsFor: 'ivScans' },
    run: { waitsFor: 'ivScans' },
  },
  analyses: {
    view: { waitsFor: 'analyses' },
  },
  tariffs: {
    view: {},
    assign: {},
    manage: {},
  },
  imports: {
    run: {},
  },
  labels: {
    view: {},
    create: {},
    edit: {},
    delete: {},
  },
  members: {
    view: {},
    inviteViewers: {},
    team: {},
    manage: {},
  },
  roles: {
    view: {},
    manage: {},
  },
  organisations: {
    view: {},
    manage: {},
  },
  commerce: {
    view: { waitsFor: 'commerce' },
    manage: { waitsFor: 'commerce' },
  },
  warranty: {
    view: { waitsFor: 'warranty' },
  },
  apiKeys: {
    manage: {},
  },
  ingestKeys: {
    manage: {},
  },
  audit: {
    view: {},
  },
  platform: {
    manage: {},
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, { waitsFor?: string }>>>>;

type Functions = typeof FUNCTIONS;
export type FunctionDomain = keyof Functions;

/** Every permission, planned ones included. */
export type Permission = {
  [D in FunctionDomain]: `${D}.${keyof Functions[D] & string}`;
}[FunctionDomain];

/** The permissions that gate something today. */
export type OfferedPermission = {
  [D in FunctionDomain]: {
    [F in keyof Functions[D] & string]: Functions[D][F] extends { waitsFor: string } ? never : `${D}.${F}`;
  }[keyof Functions[D] & string];
}[FunctionDomain];

/** Domains in which something is offered. */
export type OfferedDomain = OfferedPermission extends `${infer D}.${string}` ? D : never;

const entries = Object.entries(FUNCTIONS).flatMap(([domain, functions]) =>
  Object.entries<{ waitsFor?: string }>(functions).map(([name, { waitsFor }]) => ({
    permission: `${domain}.${name}` as Permission,
    waitsFor,
  })),
);

/** Every function permission. The word before the dot is the domain, the word after it the function. */
export const PERMISSIONS = entries.map(({ permission }) => permission) as [Permission, ...Permission[]];

/** What roles, API keys and pages offer, in the same order: permissions that do not wait for their feature. */
export const OFFERED_PERMISSIONS = entries
  .filter(({ waitsFor }) => waitsFor === undefined)
  .map(({ permission }) => permission) as [OfferedPermission, ...OfferedPermission[]];

const offered: ReadonlySet<Permission> = new Set(OFFERED_PERMISSIONS);

/** Whether a permission gates something today. */
export const isOffered = (permission: Permission): permission is OfferedPermission => offered.has(permission);

/** Offered permissions of a domain, in the same order. */
export const offeredOf = (domain: OfferedDomain): OfferedPermission[] =>
  OFFERED_PERMISSIONS.filter((name) => name.startsWith(`${domain}.`));

/** Domains with something to offer, in the same order. */
export const OFFERED_DOMAINS = [
  ...new Set(OFFERED_PERMISSIONS.map((name) => name.slice(0, name.indexOf('.')) as OfferedDomain)),
];

/** What no custom role can hold: the platform's administrators are made by each other alone. */
export const NEVER_GIVEN: OfferedPermission = 'platform.manage';

/** Domains of which a custom role can hold something, in the same order. */
export const GIVABLE_DOMAINS = OFFERED_DOMAINS.filter((domain) =>
  offeredOf(domain).some((name) => name !== NEVER_GIVEN),
);
