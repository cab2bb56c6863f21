import { withoutTurns } from '@sunfleet/contract';

/**
 * A text of a device or of another service, as it is kept and shown: without what turns the order of the letters that stand behind it, and without a byte 0
 * and halves of characters, which PostgreSQL keeps in no text, also within JSON, and whoever sends JSON may put in.
 */
export const plainText = (text: string): string => withoutTurns(text).replaceAll('\0', '').toWellFormed();
