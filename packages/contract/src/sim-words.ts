// Words of SIM cards of loggers, as plain data like `words.ts`.

/** The life of a SIM card. */
export const SIM_STATUSES = ['ready', 'active', 'suspended', 'terminated'] as const;
export type SimStatus = (typeof SIM_STATUSES)[number];

/** Why a SIM card needs somebody: its data (80, 100 %), its end (60, 30, 7 days before it, and after), another device that holds it. */
export const SIM_ALERTS = [
  'volume100',
  'volume80',
  'ended',
  'ends7',
  'ends30',
  'ends60',
  'imeiChanged',
] as const;
export type SimAlert = (typeof SIM_ALERTS)[number];

/** What a provider of SIM cards is asked to do with one. */
export const SIM_ACTIONS = ['renew', 'suspend', 'resume', 'terminate'] as const;
export type SimAction = (typeof SIM_ACTIONS)[number];
