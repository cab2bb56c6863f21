import { createHash } from 'node:crypto';
import type { BenchServer } from '../bench-server.ts';

const ORGANISATIONS = 10_000;
const STATIONS = 100_000;
const GRANTS = 1000;

export const PASSWORD = 'Bench-Password-1';
/** People with PASSWORD, `person1@example.test` and on. */
export const PEOPLE = 50;
/** Session of the person with the grants. */
export const GRANTEE_TOKEN = 'bench-grantee-token';

/** Organisations in a tree of four levels, stations over all of them, and a service provider with 1,000 grants of ten stations each. */
export async function fillPeople(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO organisations (code, name, parent_id, path, scope_path, tie)
     SELECT 'B' || n, 'Merchant ' || n, NULL, '', '', CASE WHEN n % 20 = 0 THEN 'loose' ELSE 'tight' END
     FROM generate_series(1, $1) AS n`,
    [ORGANISATIONS],
  );
  await server.sql(
    `WITH first AS (SELECT min(id) AS id FROM organisations WHERE code LIKE 'B%')
     UPDATE organisations o SET parent_id = first.id + (o.id - first.id - 1) / 10 FROM first
     WHERE o.code LIKE 'B%' AND o.id > first.id`,
  );
  await server.sql(
    `WITH RECURSIVE tree AS (
       SELECT id, '/' || id || '/' AS path, '/' || id || '/' AS scope FROM organisations WHERE parent_id IS NULL
       UNION ALL
       SELECT o.id, t.path || o.id || '/', CASE WHEN o.tie = 'loose' THEN '/' || o.id || '/' ELSE t.scope || o.id || '/' END
       FROM organisations o JOIN tree t ON o.parent_id = t.id)
     UPDATE organisations o SET path = tree.path, scope_path = tree.scope FROM tree WHERE tree.id = o.id`,
  );
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
     SELECT (SELECT min(id) FROM organisations) + n % $2, 'Plant ' || n, 'residential', 10, 'Europe/Madrid', 40, -3
     FROM generate_series(1, $1) AS n`,
    [STATIONS, ORGANISATIONS],
  );
  await server.sql(
    `INSERT INTO station_states (station_id, status, power) SELECT id, 'normal', id % 10007 FROM stations`,
  );
  const [user] = await server.sql<{ id: string }>(
    `INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
     VALUES ('grantee@example.test', 'Grantee', 'none', 'serviceProvider', 'professional', (SELECT max(id) FROM organisations))
     RETURNING id`,
  );
  await server.sql(
    `INSERT INTO sessions (user_id, token_hash, refresh_hash, expires_at, refresh_expires_at)
     VALUES ($1, $2, $3, now() + interval '1 day', now() + interval '1 day')`,
    [user!.id, sha256(GRANTEE_TOKEN), sha256(`refresh ${GRANTEE_TOKEN}`)],
  );
  await server.sql(
    `INSERT INTO grants (state, to_user_id, role, commands, begins_at, ends_at, created_at)
     SELECT 'accepted', $1, 'operator', true, now() - interval '1 hour', now() + interval '1 year', now()
     FROM generate_series(1, $2)`,
    [user!.id, GRANTS],
  );
  await server.sql(
    `INSERT INTO grant_stations (grant_id, station_id)
     SELECT (SELECT min(id) FROM grants) + n / 10, (SELECT min(id) FROM stations) + n * 7 FROM generate_series(0, $1 * 10 - 1) AS n`,
    [GRANTS],
  );
  await server.sql(
    `INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
     SELECT 'person' || n || '@example.test', 'Person ' || n, admin.password_hash, 'installer', 'professional',
       (SELECT max(id) FROM organisations)
     FROM generate_series(1, $1) AS n, (SELECT password_hash FROM users WHERE role = 'platformAdmin' LIMIT 1) AS admin`,
    [PEOPLE],
  );
  await server.sql('VACUUM ANALYZE');
}

/** As the server keeps tokens. */
function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
