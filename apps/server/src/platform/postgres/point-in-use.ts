import { sql, type SqlBool } from 'kysely';

/** Rows of `custom_points` that a device of those they belong to still uses. */
export const pointInUse = sql<SqlBool>`EXISTS (
  SELECT 1 FROM device_custom_points used JOIN devices ON devices.id = used.device_id
  WHERE used.point_id = custom_points.id AND devices.organisation_id IS NOT DISTINCT FROM custom_points.organisation_id)`;
