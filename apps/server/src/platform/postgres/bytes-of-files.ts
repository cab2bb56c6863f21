import { LIMITS } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Bytes that the pictures and documents of stations count as; `which`: a condition on `stations`. A small one counts as more than it is, so that
 * there are never so many that counting them takes long.
 */
export const bytesOfFiles = (which: RawBuilder<SqlBool>): RawBuilder<number> =>
  sql<number>`(SELECT coalesce(sum(greatest(station_files.bytes, ${sql.lit(LIMITS.stationFileLeast)})), 0)::float8
    FROM stations JOIN station_files ON station_files.station_id = stations.id WHERE ${which})`;
