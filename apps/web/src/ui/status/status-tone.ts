/** The seven meanings of the status scale; each has one colour and one shape everywhere. */
export type StatusTone = 'normal' | 'standby' | 'connecting' | 'tip' | 'general' | 'emergency' | 'offline';

/** CSS colour of a tone, `var(--status-…)`. */
export const toneColor = (tone: StatusTone): string => `var(--status-${tone})`;
