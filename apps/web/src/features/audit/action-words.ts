/** Domains of an action, `grants` in `grants.revoke`; text `audit:domain.<name>`. */
export const ACTION_DOMAINS = [
  'accounts',
  'alarms',
  'apiKeys',
  'audit',
  'cancellation',
  'commands',
  'devices',
  'disputes',
  'grants',
  'handOvers',
  'imports',
  'ingestKeys',
  'invites',
  'labels',
  'members',
  'organisations',
  'outbox',
  'passkeys',
  'proposals',
  'roles',
  'secondFactor',
  'security',
  'sessions',
  'settings',
  'signingKeys',
  'stations',
  'telemetry',
  'themes',
] as const;
export type ActionDomain = (typeof ACTION_DOMAINS)[number];

/** What was done; text `audit:verb.<name>`. Words that mean the same share one. */
export const ACTION_VERBS = [
  'accept',
  'add',
  'bind',
  'cancel',
  'changeInstaller',
  'changePassword',
  'changeRole',
  'check',
  'create',
  'cutOff',
  'decide',
  'decline',
  'delete',
  'disable',
  'doubt',
  'enable',
  'end',
  'endOldSecret',
  'erase',
  'export',
  'giveUp',
  'grant',
  'handOver',
  'invite',
  'join',
  'keep',
  'label',
  'limit',
  'lock',
  'login',
  'logout',
  'move',
  'register',
  'remove',
  'renewSecret',
  'resetPassword',
  'resume',
  'retry',
  'revoke',
  'revokeSecret',
  'run',
  'share',
  'stop',
  'tokenReused',
  'trust',
  'unbind',
  'unlock',
  'update',
  'view',
] as const;
export type ActionVerb = (typeof ACTION_VERBS)[number];

const DOMAIN_OF: Readonly<Record<string, ActionDomain>> = {
  account: 'accounts',
  user: 'accounts',
  password: 'accounts',
  info: 'accounts',
  totp: 'secondFactor',
  apikey: 'apiKeys',
  ingestkey: 'ingestKeys',
  handover: 'handOvers',
  installer: 'stations',
  tree: 'organisations',
  organisation: 'organisations',
  message: 'outbox',
  network: 'devices',
  quota: 'imports',
  power: 'telemetry',
  energy: 'telemetry',
  latest: 'telemetry',
  history: 'telemetry',
  overview: 'stations',
  authority: 'stations',
  log: 'audit',
  login: 'accounts',
  logout: 'accounts',
  plant: 'stations',
  stream: 'telemetry',
  contact: 'accounts',
  email: 'accounts',
  phone: 'accounts',
};

const VERB_OF: Readonly<Record<string, ActionVerb>> = {
  allow: 'update',
  answer: 'accept',
  begin: 'add',
  change: 'update',
  confirm: 'enable',
  edit: 'update',
  find: 'view',
  get: 'view',
  giveback: 'decline',
  list: 'view',
  map: 'view',
  open: 'create',
  page: 'view',
  preview: 'view',
  push: 'add',
  query: 'view',
  release: 'giveUp',
  rename: 'update',
  reply: 'update',
  request: 'cancel',
  reset: 'resetPassword',
  role: 'changeRole',
  rotate: 'renewSecret',
  save: 'update',
  set: 'update',
  signin: 'login',
  signout: 'logout',
  start: 'run',
  switch: 'update',
  sync: 'update',
  withdraw: 'revoke',
};

const same = (word: string) => word.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The domain a word means: `grants`, `grant`, `Grant`. */
export function domainOf(word: string): ActionDomain | undefined {
  const wanted = same(word);
  return (
    ACTION_DOMAINS.find((domain) => [wanted, `${wanted}s`].includes(domain.toLowerCase())) ??
    DOMAIN_OF[wanted] ??
    DOMAIN_OF[wanted.replace(/s$/, '')]
  );
}

/** The verb a word means: `revoke`, `withdraw`. */
export function verbOf(word: string): ActionVerb | undefined {
  const wanted = same(word);
  return ACTION_VERBS.find((verb) => verb.toLowerCase() === wanted) ?? VERB_OF[wanted];
}
