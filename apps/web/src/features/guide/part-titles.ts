import type { GuidePartName } from '../../lib/guide/guide-parts.ts';

/** What the parts are called in the list, as their own first lines say; a test holds them to it. In English, as the guide is. */
export const PART_TITLES: Readonly<Record<GuidePartName, string>> = {
  'user-guide': 'User guide',
  devices: 'Connecting devices',
  'device-api': 'Device API',
  imports: 'Importing the past',
  settings: 'Settings',
  backup: 'Backup',
  security: 'Security',
};
