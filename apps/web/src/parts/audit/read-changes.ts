/** A field of what an entry changed. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

type Fields = Readonly<Record<string, unknown>> | null;

/** In place of what the log does not keep: it says only that something else stands there now. */
const HIDDEN = '***';

/** Every field that is in one of the two and not the same in both. */
export function readChanges(before: Fields, after: Fields): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter(
      (change) =>
        !before ||
        !after ||
        change.after === HIDDEN ||
        JSON.stringify(change.before) !== JSON.stringify(change.after),
    );
}
