import type { BenchServer } from '../bench-server.ts';
import { ADMINISTRATOR } from '../administrator.ts';

const ALARMS = Number(process.env.BENCH_ALARMS ?? 10_000_000);
const STATIONS = 3000;
const DEVICES = 15_000;
/** Codes of each device that stand. */
const STANDING = 20;
/** Organisations tight below the one whose all stations are, each with as many of them. */
const DEPARTMENTS = 10;

/** Who reads lists of alarms beside the administrator, by what each reaches. Accounts have the administrator's password. */
export const READERS = {
  /** Ten stations that are its own. */
  owner: 'owner@bench.example',
  /** Three hundred stations, by name. */
  granted: 'granted@bench.example',
  /** A tenth of the stations, those of an organisation. */
  department: 'department@bench.example',
  /** All stations, those of the organisations below. */
  upper: 'upper@bench.example',
} as const;

/** Stations, devices and ten million alarms of them (`BENCH_ALARMS`), a few hundredths of which stand. Their losses were counted, and the store has looked through them since. */
export async function fillAlarms(server: BenchServer): Promise<void> {
  const { sql } = server;
  await fillOrganisations(server);
  await sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
     SELECT (SELECT id FROM organisations WHERE code = 'PAGE-' || 1 + (n - 1) / ${STATIONS / DEPARTMENTS}), 'Plant ' || n, 'commercial', 60, 'UTC', 40, 0
       FROM generate_series(1, ${STATIONS}) AS n ORDER BY n`,
  );
  await sql(
    `INSERT INTO devices (sn, kind, station_id)
     SELECT 'P' || n, 'inverter', (SELECT min(id) FROM stations) + n % ${STATIONS} FROM generate_series(1, ${DEVICES}) AS n`,
  );
  await fillReaders(server);
  // Of a device and code no two stand.
  await sql(
    `INSERT INTO alarms (station_id, device_id, type, code, level, text_key, handling, began_at, last_seen_at, recovered_at, lost, loss_due_at, assigned_to)
     SELECT d.station_id, d.id, 'deviceFault', 'F' || n / ${DEVICES} % 40,
       (ARRAY['tip', 'general', 'general', 'emergency'])[1 + (n + n / ${DEVICES}) % 4], 'faults.platform.code',
       (ARRAY['unhandled', 'processed', 'processed', 'processed', 'confirmed'])[1 + (n + n / ${DEVICES}) % 5],
       now() - n * interval '6 seconds', now() - n * interval '6 seconds',
       CASE WHEN n < ${STANDING * DEVICES} THEN NULL ELSE now() - n * interval '6 seconds' + interval '1 hour' END,
       CASE WHEN (n + n / ${DEVICES}) % 3 = 0 THEN n * 7919::bigint % 100003 END, NULL,
       CASE WHEN (n + n / ${DEVICES}) % 50 = 0 THEN (SELECT min(id) FROM users) END
     FROM generate_series(1, ${ALARMS}) AS n JOIN devices d ON d.id = (SELECT min(id) FROM devices) + n % ${DEVICES}`,
  );
  // One code is kept quiet at a tenth of the stations.
  await sql(
    `INSERT INTO alarm_shields (station_id, code, text_key, level, reason, created_at)
     SELECT id, 'F7', 'faults.platform.code', 'general', 'Known', now() - interval '3 years' FROM stations WHERE id % 10 = 0`,
  );
  await sql('VACUUM ANALYZE');
  // Ten million alarms in ten minutes leave pages to be written, which is no part of reading a list.
  await sql('CHECKPOINT');
}

async function fillOrganisations({ sql }: BenchServer): Promise<void> {
  const path = `(SELECT path FROM organisations WHERE code = 'PAGE')`;
  await sql(
    `INSERT INTO organisations (code, name, path, scope_path) VALUES ('PAGE', 'Page', '', ''), ('ELSE', 'Else', '', '')`,
  );
  await sql(
    `UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE code IN ('PAGE', 'ELSE')`,
  );
  await sql(
    `INSERT INTO organisations (code, name, path, scope_path, parent_id)
     SELECT 'PAGE-' || n, 'Page ' || n, '', '', (SELECT id FROM organisations WHERE code = 'PAGE') FROM generate_series(1, ${DEPARTMENTS}) AS n`,
  );
  await sql(
    `UPDATE organisations SET path = ${path} || id || '/', scope_path = ${path} || id || '/' WHERE code LIKE 'PAGE-%'`,
  );
}

async function fillReaders({ sql }: BenchServer): Promise<void> {
  const admin = `users.email = '${ADMINISTRATOR.account}'`;
  for (const [email, role, code] of [
    [READERS.owner, 'owner', 'ELSE'],
    [READERS.granted, 'organisationAdmin', 'ELSE'],
    [READERS.department, 'organisationAdmin', 'PAGE-2'],
    [READERS.upper, 'organisationAdmin', 'PAGE'],
  ])
    await sql(
      `INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
       SELECT $1, 'Reader', users.password_hash, $2, 'professional', organisations.id FROM users, organisations WHERE ${admin} AND organisations.code = $3`,
      [email, role, code],
    );
  const [owner, granted] = [READERS.owner, READERS.granted].map(
    (email) => `(SELECT id FROM users WHERE email = '${email}')`,
  );
  await sql(`UPDATE stations SET owner_id = ${owner} WHERE id % 299 = 7`);
  await sql(
    `INSERT INTO grants (state, to_user_id, role, begins_at, ends_at, created_at)
     VALUES ('accepted', ${granted}, 'operator', now() - interval '1 day', now() + interval '1 year', now())`,
  );
  await sql(
    `INSERT INTO grant_stations (grant_id, station_id) SELECT max(grants.id), stations.id FROM grants, (SELECT id FROM stations ORDER BY id OFFSET 1500 LIMIT 300) AS stations GROUP BY stations.id`,
  );
}
