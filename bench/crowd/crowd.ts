import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { ask } from './ask.ts';

const STATIONS = 50_000;
const CROWD = 100;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
/** By then the server knows which pages of the crowd are dear. All hundred are new to it at first, and have come at once. */
const UNTIL_KNOWN_MS = 10_000;

/** Somebody else, with twenty stations: what needs no thought, and the own list, map and sums. */
const QUICK = { paths: ['/ups/user/personalInfo', '/labels', '/stations/1'], everyMs: 200 };
const OWN = {
  paths: ['/stations?sort=power&sums=true', '/stations/map', '/portfolio/overview'],
  everyMs: 500,
};

/** A hundred people of one large organisation ask for its dearest pages at once, each for the next as soon as one has come. How long others wait. */
export const crowdBench: Bench = {
  names: ['crowd.quick.p95', 'crowd.own.p95', 'crowd.answered'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fillCrowd(server);
      // Somebody at work, as the crowd comes.
      for (const page of [QUICK, OWN, QUICK, OWN].flatMap(({ paths }) => paths))
        await ask(server.url, tokenOf(CROWD), page);
      const crowd = startCrowd(server);
      await sleep(UNTIL_KNOWN_MS);
      crowd.count();
      const until = performance.now() + SECONDS * 1000;
      const [quick, own] = await Promise.all([waits(server, QUICK, until), waits(server, OWN, until)]);
      const answered = await crowd.stop();
      if (wanted.has('crowd.quick.p95'))
        tell({ name: 'crowd.quick.p95', value: quantile(quick, 0.95), unit: 'ms' });
      if (wanted.has('crowd.own.p95'))
        tell({ name: 'crowd.own.p95', value: quantile(own, 0.95), unit: 'ms' });
      if (wanted.has('crowd.answered'))
        tell({ name: 'crowd.answered', value: answered / SECONDS, unit: 'requests/s' });
    } finally {
      await server.stop();
    }
  },
};

/** The crowd as a process of its own: what it is given is much, and reading it must not count as the waiting of others. */
function startCrowd({ url }: BenchServer): { count(): void; stop(): Promise<number> } {
  const crowd = fork(path.join(import.meta.dirname, 'crowd-process.ts'), [
    url,
    ...Array.from({ length: CROWD }, (_, n) => tokenOf(n)),
  ]);
  const failed = once(crowd, 'exit').then(() => Promise.reject(new Error('the crowd has left')));
  failed.catch(() => undefined);
  return {
    count: () => void crowd.send('count'),
    async stop() {
      crowd.send('stop');
      const [answered] = (await Promise.race([once(crowd, 'message'), failed])) as [number];
      return answered;
    },
  };
}

/**
 * Milliseconds of each request of the person beside the crowd, until a moment. It counts from when it was to be sent: what came late itself keeps the next
 * ones waiting, and those are no fewer for it.
 */
async function waits(
  server: BenchServer,
  { paths, everyMs }: { paths: readonly string[]; everyMs: number },
  until: number,
): Promise<number[]> {
  const times: number[] = [];
  let due = performance.now();
  for (let request = 0; due < until; request += 1, due += everyMs) {
    await sleep(Math.max(0, due - performance.now()));
    const asked = paths[request % paths.length]!;
    const status = await ask(server.url, tokenOf(CROWD), asked);
    if (status !== 200) throw new Error(`${asked}: ${status}`);
    times.push(performance.now() - due);
  }
  return times;
}

const tokenOf = (person: number) => `bench-crowd-${person}`;

/** One organisation with nearly all stations and the crowd, and a small one with one person. */
async function fillCrowd(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO organisations (code, name, path, scope_path) VALUES ('SMALL', 'Small', '', ''), ('LARGE', 'Large', '', '')`,
  );
  await server.sql(
    `UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE code IN ('SMALL', 'LARGE')`,
  );
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, country, address)
     SELECT (SELECT id FROM organisations WHERE code = CASE WHEN n <= 20 THEN 'SMALL' ELSE 'LARGE' END), 'Plant ' || n,
       (ARRAY['residential','commercial','utility'])[1 + n % 3], 5 + n % 500, 'Europe/Madrid',
       36 + (n % 900) / 100.0, -9 + (n % 1200) / 100.0, 'ES', n || ' Solar Lane'
     FROM generate_series(1, $1) AS n`,
    [STATIONS],
  );
  await server.sql(
    `INSERT INTO station_states (station_id, status, communication, power, energy_today, expected_today, last_data_at)
     SELECT id, (ARRAY['normal','normal','normal','standby','alarm','offline'])[1 + id % 6], 'online',
       (id * 104729 % 1000003) / 10.0, id * 31 % 997, id * 37 % 1009, now() FROM stations`,
  );
  await server.sql(
    `INSERT INTO devices (sn, kind, station_id, organisation_id)
     SELECT 'CROWD-' || id, 'inverter', id, organisation_id FROM stations`,
  );
  const people = Array.from({ length: CROWD + 1 }, (_, n) => n);
  await server.sql(
    `WITH made AS (
       INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
       SELECT 'crowd' || n || '@example.test', 'Crowd ' || n, 'none', 'organisationAdmin', 'professional',
         (SELECT id FROM organisations WHERE code = CASE WHEN n = $1 THEN 'SMALL' ELSE 'LARGE' END)
       FROM generate_series(0, $1) AS n RETURNING id, email)
     INSERT INTO sessions (user_id, token_hash, refresh_hash, expires_at, refresh_expires_at)
     SELECT made.id, token.hash, sha256(token.hash), now() + interval '1 day', now() + interval '1 day'
     FROM made JOIN unnest($2::text[], $3::bytea[]) AS token(email, hash) ON token.email = made.email`,
    [CROWD, people.map((n) => `crowd${n}@example.test`), people.map((n) => sha256(tokenOf(n)))],
  );
  await server.sql('VACUUM ANALYZE');
}

/** As the server keeps tokens. */
function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
