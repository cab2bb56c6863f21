import type { GuidePartName } from './guide-parts.ts';

/** Where the help of a page leads: a document of the user guide, and a heading of it. A test holds that each exists. */
export const HELP_TOPICS = {
  stations: ['user-guide', 'find-what-is-wrong'],
  search: ['user-guide', 'find-what-is-wrong'],
  addStation: ['user-guide', 'add-a-station'],
  editStation: ['user-guide', 'change-a-station'],
  endedStations: ['user-guide', 'end-a-station'],
  ownStation: ['user-guide', 'my-station'],
  station: ['user-guide', 'one-station'],
  products: ['user-guide', 'products'],
  batches: ['user-guide', 'device-batches'],
  instructions: ['user-guide', 'instructions'],
  device: ['user-guide', 'one-device'],
  devices: ['devices', ''],
  points: ['devices', 'points'],
  alarms: ['user-guide', 'alarms'],
  overview: ['user-guide', 'overview-of-the-fleet'],
  imports: ['imports', ''],
  account: ['user-guide', 'your-account'],
  organisations: ['user-guide', 'organisations-and-people'],
  authorizations: ['user-guide', 'authorisations-and-hand-over'],
  labels: ['user-guide', 'labels'],
  components: ['user-guide', 'modules-and-inverters'],
  tasks: ['user-guide', 'tasks'],
  sims: ['user-guide', 'sim-cards'],
  firmware: ['user-guide', 'firmware'],
  tariffs: ['user-guide', 'tariffs-and-revenue'],
  audit: ['user-guide', 'audit-log'],
  tools: ['devices', 'decode-frames'],
  platform: ['user-guide', 'platform'],
} as const satisfies Record<string, readonly [part: GuidePartName, anchor: string]>;
export type HelpTopic = keyof typeof HELP_TOPICS;
