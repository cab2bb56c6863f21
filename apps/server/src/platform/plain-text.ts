/** What PostgreSQL keeps in no text, also within JSON, and what turns the order of the letters that stand behind it. */
const UNKEPT = /[\0\u202A-\u202E\u2066-\u2069]/g;

/** A text of a device or of another service, as it is kept and shown: without these and halves of characters, which whoever sends JSON may put in. */
export const plainText = (text: string): string => text.replaceAll(UNKEPT, '').toWellFormed();
