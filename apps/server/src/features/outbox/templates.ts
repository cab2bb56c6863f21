/**
 * Every message of the product with the names of its values; the names are the keys of the i18n domain `messages`. A link stands
 * in a paragraph of its own and may be left out.
 */
export const TEMPLATES = {
  register: ['code', 'minutes'],
  login: ['code', 'minutes'],
  resetPassword: ['code', 'minutes'],
  changeContact: ['code', 'minutes'],
  cancelAccount: ['code', 'minutes'],
  subMerchantRegistered: ['organisation', 'superior', 'time'],
  ingestKeysEnding: ['organisation', 'count', 'date', 'link'],
  invitation: ['organisation', 'role', 'code', 'link'],
  initialPassword: ['password', 'time', 'link'],
  securityNotice: ['what', 'time', 'link'],
  securityNotices: ['what', 'count', 'time', 'link'],
  accountLocked: [],
  grantOffered: ['from', 'link'],
  grantEnding: ['to', 'date'],
  handOverOffered: ['from', 'station', 'link'],
  requestsLimited: ['who', 'most', 'time', 'link'],
  installerOffered: ['from', 'station', 'link'],
  handOverAccepted: ['to', 'station'],
  handOverDeclined: ['to', 'station'],
  handOverExpired: ['to', 'station'],
  approvalAsked: ['who', 'time', 'link'],
  reservationContended: ['sn', 'station', 'until', 'time'],
  reservationTaken: ['sn', 'station', 'time'],
  disputeOpened: ['sn', 'station', 'time'],
  disputeLost: ['sn', 'station', 'time'],
  disputeKept: ['sn', 'time'],
  disputeWon: ['sn', 'time'],
  loggerDoubted: ['sn', 'station', 'time', 'link'],
  dayQuotaNear: ['organisation', 'used', 'limit', 'link'],
  dayQuotaReached: ['organisation', 'used', 'limit', 'link'],
  storedQuotaNear: ['organisation', 'used', 'limit', 'link'],
  storedQuotaReached: ['organisation', 'used', 'limit', 'link'],
  archiveFull: ['organisation', 'limit', 'link'],
  alarmAssigned: ['who', 'count', 'alarm', 'station', 'link'],
  simVolume: ['percent', 'cards', 'link'],
  simEnding: ['days', 'cards', 'link'],
  simRenewalAsked: ['who', 'cards', 'link'],
  cancellationPlanned: ['date', 'link'],
} as const satisfies Record<string, readonly string[]>;

/** Values that hold no word of a person. All others are names: they are quoted, and nothing in them becomes a link. */
export const MADE_BY_PLATFORM: ReadonlySet<string> = new Set([
  'cards',
  'code',
  'count',
  'date',
  'days',
  'limit',
  'link',
  'minutes',
  'most',
  'password',
  'percent',
  'time',
  'until',
  'used',
  'what',
]);

export type MessageTemplate = keyof typeof TEMPLATES;

type Named<T extends MessageTemplate> = (typeof TEMPLATES)[T][number];

/** What a security notice tells of: keys of its texts in the i18n domain. */
export const SECURITY_EVENTS = [
  'passwordChanged',
  'passwordReset',
  'emailChanged',
  'phoneChanged',
  'userNameChanged',
  'secondFactorOn',
  'secondFactorOff',
  'passkeyAdded',
  'passkeyRemoved',
  'apiKeyAdded',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

export type MessageValues<T extends MessageTemplate> = Readonly<
  Record<Exclude<Named<T>, 'link' | 'what'>, string | number> &
    Record<Extract<Named<T>, 'what'>, SecurityEvent> &
    Partial<Record<Extract<Named<T>, 'link'>, string>>
>;

/** Names of values that open something: a message with one of them says what, and until when. */
type SecretName = 'code' | 'password';

/** What the secret of a message opens and how long; the text loses it after that. */
export interface MessageSecret {
  of: string;
  /** Epoch milliseconds. */
  until: number;
}

export type SecretOf<T extends MessageTemplate> =
  Extract<Named<T>, SecretName> extends never ? { secret?: undefined } : { secret: MessageSecret };
