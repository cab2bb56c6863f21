/** A cell of a file that is written. `at`: epoch milliseconds, shown in the zone of the file; `day`: a calendar day. */
export type Cell = string | number | null | { at: number } | { day: string };
