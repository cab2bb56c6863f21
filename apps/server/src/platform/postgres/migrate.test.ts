import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, migrated } from '../../../test/migrated.ts';

test('no two migrations of a store have the same number', async () => {
  const stores = await readdir(path.join(MIGRATIONS, '..'));
  const files = await Promise.all(stores.map((store) => readdir(path.join(MIGRATIONS, '..', store))));
  const numbers = files.flatMap((names, nth) => names.map((name) => `${stores[nth]} ${name.split('_')[0]}`));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('phone numbers get their one form; of accounts with the same number one gets it, and none is lost', async () => {
  const phones = await migrated(
    '005_codes_and_contacts.sql',
    (client) =>
      client.query(`INSERT INTO users (name, phone, password_hash, role, account_type)
        SELECT 'x', phone, 'x', 'owner', 'personal' FROM unnest(ARRAY[
          '+4930111111', '4930222222', '004930333333',
          '4930444444', '004930444444',
          '4930555555', '+4930555555', '004930555555',
          '030666666', '12345']) WITH ORDINALITY AS listed (phone, nth) ORDER BY nth`),
    async (client) =>
      (await client.query<{ phone: string }>('SELECT phone FROM users ORDER BY id')).rows.map(
        (row) => row.phone,
      ),
  );
  expect(phones.join(' ')).toBe(
    '+4930111111 +4930222222 +4930333333 +4930444444 004930444444 4930555555 +4930555555 004930555555 030666666 12345',
  );
});

test('messages of before say what their secret opens and how long', async () => {
  const rows = await migrated(
    '005_codes_and_contacts.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO users (name, email, password_hash, role, account_type, must_change_password)
          VALUES ('a', 'a@example.test', 'x', 'owner', 'personal', true),
                 ('b', 'b@example.test', 'x', 'owner', 'personal', false);
        INSERT INTO invites (organisation_id, code, role, phone, expires_at, created_at)
          VALUES (1, 'ABCDEFGHJK', 'owner', '004930111111', '2026-02-01Z', '2026-01-01Z');
        INSERT INTO outbox (channel, recipient, template, language, subject, body, state, created_at) VALUES
          ('mail', 'a@example.test', 'login', 'en-US', 's', '482913 is your code', 'notConfigured', '2026-01-01Z'),
          ('mail', 'a@example.test', 'login', 'en-US', 's', '', 'sent', '2026-01-01Z'),
          ('mail', 'a@example.test', 'initialPassword', 'en-US', 's', 'It is k7Qm2x', 'failed', '2026-01-01Z'),
          ('mail', 'b@example.test', 'initialPassword', 'en-US', 's', 'It is k7Qm2x', 'failed', '2026-01-01Z'),
          ('sms', '004930111111', 'invitation', 'en-US', 's', 'Code ABCDEFGHJK', 'notConfigured', '2026-01-01Z')`),
    async (client) => {
      const found = await client.query(
        'SELECT recipient, secret, secret_of, secret_until FROM outbox ORDER BY id',
      );
      return found.rows.map((row) => Object.values(row as object));
    },
  );
  const day = (of: string) => new Date(`2026-${of}Z`);
  expect(rows).toEqual([
    ['a@example.test', '482913', 'code: login of a@example.test', day('01-01T00:10:00')],
    ['a@example.test', null, null, null],
    ['a@example.test', null, 'initial password: #1', day('01-08T00:00:00')],
    ['b@example.test', null, 'initial password: #2', day('01-01T00:00:00')],
    ['+4930111111', 'ABCDEFGHJK', 'invitation: #1', day('02-01T00:00:00')],
  ]);
});

test('devices leave the loggers of others that they named as their parent', async () => {
  const kept = await migrated(
    '012_device_identity.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('A', 'A', '/1/'), ('B', 'B', '/2/');
        INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
          SELECT o, 's', 'commercial', 1, 'UTC', 0, 0 FROM unnest(ARRAY[1, 1, 2]) o;
        INSERT INTO devices (sn, kind, station_id, organisation_id) VALUES
          ('bound', 'logger', 1, 1), ('unbound', 'logger', NULL, 1), ('ownerless', 'logger', NULL, NULL);
        INSERT INTO devices (sn, kind, station_id, organisation_id, parent_id) VALUES
          ('same station', 'inverter', 1, 1, 1), ('other station', 'inverter', 2, 1, 1), ('stranger', 'inverter', 3, 2, 1),
          ('nobody', 'inverter', NULL, NULL, 1), ('same organisation', 'inverter', NULL, 1, 2),
          ('other organisation', 'inverter', NULL, 2, 2), ('with nobody', 'inverter', NULL, NULL, 3),
          ('owned', 'inverter', NULL, 2, 3);
        UPDATE devices SET parent_id = id WHERE sn = 'bound'`),
    async (client) =>
      (await client.query<{ sn: string }>('SELECT sn FROM devices WHERE parent_id IS NOT NULL ORDER BY id'))
        .rows,
  );
  expect(kept.map(({ sn }) => sn)).toEqual(['same station', 'same organisation', 'with nobody']);
});

test('devices of nobody that came by themselves may expire, those a person had to do with stay; custom points get who brought them', async () => {
  const found = await migrated(
    '016_limits.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO devices (sn, kind, first_seen_at, organisation_id, attributes) VALUES
          ('came', 'logger', now(), NULL, '{}'),
          ('freed', 'logger', now(), NULL, '{"a": "b"}'),
          ('never heard', 'logger', NULL, NULL, '{}'),
          ('owned', 'logger', now(), 1, jsonb_build_object('x', repeat('y', 30000)));
        INSERT INTO device_states (device_id, connection) VALUES (1, 'v5');
        INSERT INTO audit_log (actor_kind, action, object_type, object_id) VALUES ('user', 'devices.add', 'device', '2');
        INSERT INTO custom_points (key) VALUES ('a'), ('b'), ('c');
        INSERT INTO device_custom_points VALUES (1, 10000), (1, 10001), (4, 10001)`),
    async (client) => {
      const devices = await client.query('SELECT found_by, attributes FROM devices ORDER BY id');
      const points = await client.query(
        'SELECT coalesce(organisation_id::text, brought_by) AS owner FROM custom_points ORDER BY id',
      );
      return [...devices.rows, ...points.rows].map((row) => Object.values(row as object));
    },
  );
  expect(found).toEqual([
    ['v5', {}],
    [null, { a: 'b' }],
    [null, {}],
    [null, {}],
    ['unknown'],
    ['1'],
    ['nobody'],
  ]);
});

test('custom points get the organisation that brought them, devices keep theirs, and ids go on beyond 16 bits', async () => {
  const found = await migrated(
    '020_points_of_organisations.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('A', 'A', '/1/'), ('B', 'B', '/2/');
        INSERT INTO devices (sn, kind, organisation_id) VALUES ('of A', 'logger', 1), ('of B', 'logger', 2);
        INSERT INTO custom_points (key, brought_by) VALUES
          ('a', 'organisation 1'), ('b', 'organisation 99'), ('c', 'unknown 192.0.2.0/24'), ('d', 'nobody');
        INSERT INTO device_custom_points VALUES (1, 10000), (2, 10000);
        ALTER TABLE custom_points ALTER COLUMN id RESTART WITH 65535;
        INSERT INTO custom_points (key) VALUES ('last of 16 bits')`),
    async (client) => {
      await client.query(
        `INSERT INTO custom_points (key, organisation_id, created_at) VALUES ('a', 2, now()), ('c', 2, now())`,
      );
      const points = await client.query(
        'SELECT id, key, organisation_id, brought_by FROM custom_points ORDER BY id',
      );
      const used = await client.query(
        'SELECT device_id, point_id FROM device_custom_points ORDER BY device_id',
      );
      return [...points.rows, ...used.rows].map((row) => Object.values(row as object));
    },
  );
  expect(found).toEqual([
    [10_000, 'a', 1, null],
    [10_001, 'b', null, null],
    [10_002, 'c', null, 'unknown 192.0.2.0/24'],
    [10_003, 'd', null, 'nobody'],
    [65_535, 'last of 16 bits', null, 'nobody'],
    [65_536, 'a', 2, null],
    [65_537, 'c', 2, null],
    [1, 10_000],
    [2, 10_000],
  ]);
});

test('devices with a secret that report through their stick go on, those that report by themselves are their own', async () => {
  const spoken = await migrated(
    '013_discovered_devices.sql',
    (client) =>
      client.query(`
        INSERT INTO devices (sn, kind) VALUES ('stick', 'logger');
        INSERT INTO devices (sn, kind, parent_id, secret_hash) VALUES
          ('by stick', 'inverter', 1, 'x'), ('by itself', 'inverter', 1, 'x'), ('never', 'inverter', 1, 'x'),
          ('without secret', 'inverter', 1, NULL), ('without stick', 'inverter', NULL, 'x');
        INSERT INTO device_states (device_id, connection)
          SELECT id, CASE sn WHEN 'by itself' THEN 'mqtt' WHEN 'never' THEN NULL ELSE 'v5' END FROM devices`),
    async (client) =>
      (await client.query<{ sn: string }>('SELECT sn FROM devices WHERE logger_speaks ORDER BY id')).rows,
  );
  expect(spoken.map(({ sn }) => sn)).toEqual(['by stick']);
});

test('021 asks the new owners that leaving accounts named, and keeps what was offered before', async () => {
  const asked = await migrated(
    '021_consent.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('A', 'A', '/1/');
        INSERT INTO users (name, email, password_hash, role, account_type) VALUES
          ('leaver', 'a@example.test', 'x', 'owner', 'personal'), ('heir', 'b@example.test', 'x', 'owner', 'personal'),
          ('stays', 'c@example.test', 'x', 'owner', 'personal');
        INSERT INTO stations (organisation_id, owner_id, name, type, capacity_kw, time_zone, latitude, longitude)
          SELECT 1, owner, 's', 'commercial', 1, 'UTC', 0, 0 FROM unnest(ARRAY[1, 1, 3]) owner;
        UPDATE users SET cancel_choices =
          '[{"stationId": 1, "fate": "transfer", "toUserId": 2}, {"stationId": 2, "fate": "delete", "toUserId": null}]' WHERE id = 1;
        INSERT INTO hand_overs (station_id, from_user_id, to_user_id, created_at) VALUES (3, 3, 2, now());
        INSERT INTO grants (to_organisation_id, role, begins_at, ends_at, created_at) VALUES (1, 'viewer', now(), now(), now())`),
    async (client) => ({
      offers: (
        await client.query(
          'SELECT station_id::int, to_user_id::int, state, expires_at > now() AS open FROM hand_overs ORDER BY 1',
        )
      ).rows,
      choices: (await client.query('SELECT cancel_choices FROM users WHERE id = 1')).rows[0],
    }),
  );
  const open = { to_user_id: 2, state: 'pending', open: true };
  expect(asked.offers).toEqual([
    { station_id: 1, ...open },
    { station_id: 3, ...open },
  ]);
  expect(asked.choices).toEqual({
    cancel_choices: [
      { stationId: 1, fate: 'transfer', to: null },
      { stationId: 2, fate: 'delete', to: null },
    ],
  });
});

test('requests of the last hour go on counting towards the limits, and are no commands that could be shown', async () => {
  const rows = await migrated(
    '049_commands_and_sessions.sql',
    (client) =>
      client.query(`INSERT INTO device_requests (at, user_id, organisation_id, device_id, writes)
        VALUES ('2026-06-21T10:00Z', 1, 2, 3, true), ('2026-06-21T10:01Z', NULL, NULL, 3, false)`),
    async (client) =>
      (await client.query('SELECT user_id, device_id, writes, key, request, state FROM commands ORDER BY at'))
        .rows,
  );
  expect(rows).toEqual([
    { user_id: 1, device_id: 3, writes: true, key: null, request: null, state: 'unknown' },
    { user_id: null, device_id: 3, writes: false, key: null, request: null, state: 'unknown' },
  ]);
});

test('answers to disputes of before belong to who gave them, and go where nobody can tell who that was', async () => {
  const rows = await migrated(
    '053_answers_undos_secrets.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO users (name, email, password_hash, role, account_type)
          SELECT name, name || '@example.test', 'x', 'owner', 'personal' FROM unnest(ARRAY['claims', 'answers']) AS name;
        INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude)
          VALUES ('Wanted', 'residential', 1, 'UTC', 5, 50, 10);
        INSERT INTO devices (sn, kind) SELECT 'DEVICE-' || nth, 'inverter' FROM generate_series(1, 4) nth;
        INSERT INTO disputes (sn, device_id, claimant_id, station_id, reason, proof, answer, answered_at, created_at)
          SELECT sn, id, 1, 1, 'mine', 'none', CASE WHEN id < 4 THEN 'no, mine' END,
            CASE WHEN id < 4 THEN timestamptz '2026-06-21T12:00Z' END, '2026-06-21T10:00Z' FROM devices;
        INSERT INTO audit_log (at, actor_kind, user_id, action, object_type, object_id)
          SELECT at::timestamptz, 'user', user_id, 'disputes.reply', 'device', device_id
            FROM (VALUES ('2026-06-21T11:00Z', 1, '1'), ('2026-06-21T12:00:01Z', 2, '1'), ('2026-06-21T12:00Z', 77, '2'),
              ('2026-06-21T13:00Z', 2, '3')) AS said (at, user_id, device_id)`),
    async (client) =>
      (
        await client.query(
          'SELECT answered_by, answer, answered_at IS NOT NULL AS told FROM disputes ORDER BY sn',
        )
      ).rows,
  );
  expect(rows).toEqual([
    { answered_by: 2, answer: 'no, mine', told: true },
    { answered_by: null, answer: null, told: true },
    { answered_by: null, answer: null, told: true },
    { answered_by: null, answer: null, told: false },
  ]);
});

test('roles that look at stations look at their money, and those that authorise others hold what an operator gets', async () => {
  const permissions = await migrated(
    '060_tariffs.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO roles (organisation_id, name, description, based_on, attribution, scope, permissions) VALUES
          (1, 'a', '', 'internalReadOnly', 'internal', 'organisation', '{stations.view}'),
          (1, 'b', '', 'installer', 'internal', 'organisation', '{stations.view,stations.grant}'),
          (1, 'c', '', 'visitor', 'external', 'shared', '{stations.view}'),
          (1, 'd', '', 'installer', 'internal', 'organisation', '{labels.view}')`),
    async (client) =>
      (await client.query<{ permissions: string[] }>('SELECT permissions FROM roles ORDER BY id')).rows.map(
        (row) => row.permissions.join(),
      ),
  );
  expect(permissions).toEqual([
    'stations.view,tariffs.view',
    'stations.view,stations.grant,tariffs.view,tariffs.assign',
    'stations.view',
    'labels.view',
  ]);
});

test('days that revenue was counted for end by the clock of their stations, and those of an unknown clock are counted anew', async () => {
  const ends = await migrated(
    '075_local_days.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude)
        SELECT zone, 'residential', organisations.id, zone, 1, 0, 0
          FROM organisations, unnest(ARRAY['Europe/Madrid', 'US/Pacific-New', 'Asia/Kolkata']) AS zone;
        INSERT INTO revenue_counts (station_id, day, counted_at) SELECT id, '2026-03-28', now() FROM stations`),
    async (client) => {
      const found = await client.query<{ name: string; ends: Date | null }>(
        'SELECT name, day_ends_at AS ends FROM revenue_counts JOIN stations ON stations.id = station_id ORDER BY name',
      );
      return Object.fromEntries(
        found.rows.map(({ name, ends: at }) => [name, at && new Date(at).toISOString()]),
      );
    },
  );
  expect(ends).toEqual({
    'Asia/Kolkata': '2026-03-28T18:30:00.000Z',
    'Europe/Madrid': '2026-03-28T23:00:00.000Z',
    'US/Pacific-New': null,
  });
});

test('tasks from before name no batch', async () => {
  const targets = await migrated(
    '178_device_batches.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO tasks (organisation_id, name, target, schedule, time_zone, missed, concurrency, minutes, created_at)
        SELECT id, 'Night', '{"deviceIds": [4]}', '{"kind": "now"}', 'UTC', 'skip', 1, 60, now() FROM organisations`),
    async (client) => (await client.query<{ target: object }>('SELECT target FROM tasks')).rows,
  );
  expect(targets).toEqual([{ target: { deviceIds: [4], batchIds: [] } }]);
});

test('states of devices know where their devices are listed, those of before and those that come', async () => {
  const listed = await migrated(
    '230_states_of_listed_devices.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude)
        SELECT 'Barn', 'residential', id, 'UTC', 1, 0, 0 FROM organisations;
        INSERT INTO devices (sn, kind, station_id) SELECT 'BEFORE', 'meter', id FROM stations;
        INSERT INTO device_states (device_id) SELECT id FROM devices`),
    async (client) => {
      await client.query(`
        INSERT INTO devices (sn, kind, organisation_id) SELECT 'AFTER', 'inverter', id FROM organisations;
        INSERT INTO device_states (device_id) SELECT id FROM devices WHERE sn = 'AFTER'`);
      const found = await client.query<Record<string, unknown>>(`
        SELECT sn, listed_kind AS kind, listed_station_id IS NOT NULL AS bound, listed_organisation_id IS NOT NULL AS owned
          FROM device_states JOIN devices ON devices.id = device_id ORDER BY sn DESC`);
      return found.rows;
    },
  );
  expect(listed).toEqual([
    { sn: 'BEFORE', kind: 'meter', bound: true, owned: false },
    { sn: 'AFTER', kind: 'inverter', bound: false, owned: true },
  ]);
});

test('stations that changed hands are known to have done so, those that did not to be where they were', async () => {
  const sides = await migrated(
    '380_sides_of_stations.sql',
    (client) =>
      client.query(`
        INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/');
        INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude, handed_over_at)
        SELECT called, 'residential', id, 'UTC', 1, 0, 0, CASE called WHEN 'Given' THEN '2026-03-01Z'::timestamptz END
          FROM organisations, unnest(ARRAY['Given', 'Kept', 'Moved']) AS station (called);
        INSERT INTO hand_overs (station_id, to_organisation_id, state, created_at, answered_at, expires_at)
        SELECT stations.id, organisation_id, state, now(), '2026-04-01Z', now() FROM stations, unnest(ARRAY['accepted', 'declined']) AS state
         WHERE stations.name = CASE state WHEN 'accepted' THEN 'Moved' ELSE 'Kept' END`),
    async (client) => {
      await client.query(`UPDATE stations SET owner_id = owner_id, organisation_id = organisation_id`);
      const found = await client.query<Record<string, unknown>>(`
        SELECT stations.name, owner_since AS owner, organisation_since AS organisation FROM stations ORDER BY name`);
      return found.rows;
    },
  );
  expect(sides).toEqual([
    { name: 'Given', owner: new Date('2026-03-01Z'), organisation: null },
    { name: 'Kept', owner: null, organisation: null },
    { name: 'Moved', owner: null, organisation: new Date('2026-04-01Z') },
  ]);
});
