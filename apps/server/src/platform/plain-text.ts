/** A text as PostgreSQL keeps it, also within JSON: without a byte 0 and halves of characters, which whoever sends JSON may put in. */
export const plainText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
