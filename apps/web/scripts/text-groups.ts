/** Texts that the login needs, those of the pages that most people open first, and all others: a file each in every language. */
export const TEXT_GROUPS = ['first', 'daily', 'more'] as const;
type TextGroup = (typeof TEXT_GROUPS)[number];

const LOGIN_TEXTS = new Set(['common', 'accounts']);
const DAILY_TEXTS = new Set(['stations', 'labels', 'lists', 'alarms']);

export const textGroup = (domain: string): TextGroup =>
  LOGIN_TEXTS.has(domain) ? 'first' : DAILY_TEXTS.has(domain) ? 'daily' : 'more';
