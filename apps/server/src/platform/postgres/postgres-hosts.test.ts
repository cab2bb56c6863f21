import { expect, test } from 'vitest';
import { postgresHosts } from './postgres-hosts.ts';

test('an address of several hosts is one address of each, asked in turn', () => {
  const hosts = postgresHosts(
    'postgres://u:p%40ss@one:5432,two:5433,three/name?sslmode=require&target_session_attrs=read-write',
  );
  const first = 'postgres://u:p%40ss@one:5432/name?sslmode=require';
  expect([hosts.current(), hosts.askRole, hosts.several]).toEqual([first, true, true]);
  hosts.failed(first);
  expect(hosts.current()).toBe('postgres://u:p%40ss@two:5433/name?sslmode=require');
  // Another connection failed at the host that is left already.
  hosts.failed(first);
  expect(hosts.current()).toContain('@two:5433/');
  hosts.failed(hosts.current());
  hosts.failed(hosts.current());
  expect(hosts.current()).toBe(first);
});

test('an address of one host stays as it is, and is asked for its role only where it says so', () => {
  for (const url of [
    'postgres://u:p@one:5432/name',
    'postgresql://one',
    'postgres:///name?host=/run/pg',
    '/run/pg name',
  ]) {
    expect(postgresHosts(url)).toMatchObject({ askRole: false, several: false });
    expect(postgresHosts(url).current()).toBe(url);
  }
  const behindProxy = postgresHosts('postgres://u@haproxy:5000/name?target_session_attrs=read-write');
  expect([behindProxy.current(), behindProxy.askRole]).toEqual(['postgres://u@haproxy:5000/name', true]);
});

test('a role that does not write is refused', () => {
  expect(() => postgresHosts('postgres://one,two/name?target_session_attrs=standby')).toThrow(
    'read-write or primary',
  );
});
