import { sql, type RawBuilder } from 'kysely';

/**
 * Serial number that a device had when a run or an upgrade reached it, where another one took its place at that station since; null where none did. `devices` is its row,
 * `one` what became of it, and `began` when it was begun.
 */
export const numberThen = (began: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(SELECT since.old_sn FROM device_replacements AS since
    WHERE since.device_id = devices.id AND since.station_id = one.station_id AND since.replaced_at > ${began} ORDER BY since.id LIMIT 1)`;
