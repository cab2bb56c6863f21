import type access from '../locales/en-US/access.json';
import type accounts from '../locales/en-US/accounts.json';
import type alarms from '../locales/en-US/alarms.json';
import type audit from '../locales/en-US/audit.json';
import type cancellation from '../locales/en-US/cancellation.json';
import type commands from '../locales/en-US/commands.json';
import type common from '../locales/en-US/common.json';
import type connect from '../locales/en-US/connect.json';
import type devices from '../locales/en-US/devices.json';
import type disputes from '../locales/en-US/disputes.json';
import type errors from '../locales/en-US/errors.json';
import type faults from '../locales/en-US/faults.json';
import type grants from '../locales/en-US/grants.json';
import type guide from '../locales/en-US/guide.json';
import type importProblems from '../locales/en-US/import-problems.json';
import type legal from '../locales/en-US/legal.json';
import type imports from '../locales/en-US/imports.json';
import type members from '../locales/en-US/members.json';
import type organisations from '../locales/en-US/organisations.json';
import type points from '../locales/en-US/points.json';
import type portfolio from '../locales/en-US/portfolio.json';
import type rules from '../locales/en-US/rules.json';
import type search from '../locales/en-US/search.json';
import type settings from '../locales/en-US/settings.json';
import type roles from '../locales/en-US/roles.json';
import type labels from '../locales/en-US/labels.json';
import type outbox from '../locales/en-US/outbox.json';
import type storage from '../locales/en-US/storage.json';
import type tariffs from '../locales/en-US/tariffs.json';
import type themes from '../locales/en-US/themes.json';
import type stations from '../locales/en-US/stations.json';

/** Texts by domain, as the English ones are; a test holds the other languages to the same keys. */
export interface Texts {
  access: typeof access;
  accounts: typeof accounts;
  alarms: typeof alarms;
  audit: typeof audit;
  cancellation: typeof cancellation;
  commands: typeof commands;
  common: typeof common;
  connect: typeof connect;
  devices: typeof devices;
  disputes: typeof disputes;
  errors: typeof errors;
  faults: typeof faults;
  grants: typeof grants;
  guide: typeof guide;
  'import-problems': typeof importProblems;
  imports: typeof imports;
  legal: typeof legal;
  points: typeof points;
  portfolio: typeof portfolio;
  rules: typeof rules;
  search: typeof search;
  settings: typeof settings;
  members: typeof members;
  organisations: typeof organisations;
  roles: typeof roles;
  labels: typeof labels;
  outbox: typeof outbox;
  storage: typeof storage;
  tariffs: typeof tariffs;
  themes: typeof themes;
  stations: typeof stations;
}

/** A folder-wide word: the file `locales/<language>/<domain>.json`, and the i18next namespace. */
export type TextDomain = keyof Texts;
