import { sql } from 'kysely';

/** The time of the database in so many milliseconds. */
export const inTime = (ms: number) => sql<Date>`now() + ${ms} * interval '1 ms'`;
