import type { RouteName } from '@sunfleet/contract';
import { describe, expect, test, vi } from 'vitest';
import { connectionTaken } from '../postgres/held-connections.ts';
import { lockPatience } from '../postgres/lock-patience.ts';
import { readPatience } from '../postgres/read-patience.ts';
import { createTurns } from '../turns.ts';
import type { SharedRoom } from './shared-room.ts';
import { createWorkOfPeople } from './work-of-people.ts';

const from = (person: string, organisation = person) => ({ person, site: '198.51.100.0/24', organisation });

/** People whose requests end when the test says so. `beginMs`: how long those that ask devices take a place. */
function open(beginMs = 60_000) {
  const clock = { now: 0 };
  const people = createWorkOfPeople(() => clock.now, { take: (_sender, _kind, work) => work() }, beginMs);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const ask = (who: string, route: RouteName = 'listStations') =>
    people.take(from(who), route, async () => {
      begun.push(who);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends what runs, after so many milliseconds each. */
  const end = async (ms = 0) => {
    clock.now += ms;
    for (const one of ends.splice(0)) one();
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, ask, begun, end, people, ends };
}

test('a person has three requests in work at a time, and others begin at once', async () => {
  const { ask, begun, end } = open();
  const all = Array.from({ length: 7 }, () => ask('a'));
  void ask('b');
  expect(begun).toEqual(['a', 'a', 'a', 'b']);
  await end();
  expect(begun).toHaveLength(7);
  await end();
  await end();
  await Promise.all(all);
});

test('whoever goes on with dear requests has one at a time, until some time went by', async () => {
  const { clock, ask, begun, end } = open();
  const all = Array.from({ length: 10 }, () => ask('a'));
  await end(6000);
  // Three took six seconds each, of which six went by.
  expect(begun).toHaveLength(4);
  await end(1000);
  expect(begun).toHaveLength(5);
  for (let n = 0; n < 6; n += 1) await end();
  await Promise.all(all);
  clock.now += 60_000;
  for (let n = 0; n < 4; n += 1) void ask('a');
  expect(begun).toHaveLength(13);
});

test('one request after the other never counts as too much', async () => {
  const { ask, begun, end } = open();
  for (let n = 0; n < 50; n += 1) {
    const one = ask('a');
    await end(1000);
    await one;
  }
  void ask('a');
  void ask('a');
  void ask('a');
  expect(begun).toHaveLength(53);
});

test('too many that wait are refused, and streams and files wait for nobody', async () => {
  const { ask, begun } = open();
  const all = Array.from({ length: 131 }, () => ask('a'));
  for (const one of all) one.catch(() => undefined);
  await expect(ask('a')).rejects.toThrow('tooManyRequests');
  void ask('a', 'liveStream');
  void ask('a', 'exportAccount');
  expect(begun).toHaveLength(5);
});

test('others have their turn between requests that wait for nothing', async () => {
  const people = createWorkOfPeople();
  let done = 0;
  const all = Array.from({ length: 50 }, () =>
    people.take(from('a'), 'listStations', async () => void (done += 1)),
  );
  // All of them came before something else that happens.
  const rest: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    rest.push(50 - done);
  }
  expect(rest[0]).toBeGreaterThan(40);
  expect(rest[3]).toBeGreaterThan(0);
  await Promise.all(all);
});

describe('changes wait for the locks of others, each with a connection', () => {
  /** A change by somebody of an organisation. */
  const { begun, end, people, ends } = open();
  const change = (who: string, organisation: string) =>
    people.take(from(who, organisation), 'editStation', async () => {
      begun.push(who);
      await new Promise<void>((resolve) => ends.push(resolve));
    });

  test('three of one organisation are in work, seven of all, and reads beside them', async () => {
    for (const who of ['a1', 'a2', 'a3', 'a4']) void change(who, 'a');
    for (const who of ['b1', 'b2', 'b3', 'c1', 'c2']) void change(who, who.slice(0, 1));
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']);
    void people.take(from('a4', 'a'), 'listStations', async () => void begun.push('reads'));
    void people.take(from('a4', 'a'), 'queryGrants', async () => void begun.push('reads by a body'));
    expect(begun.slice(7)).toEqual(['reads', 'reads by a body']);
    await end();
    expect(begun.slice(9).toSorted()).toEqual(['a4', 'c2']);
    await end();
  });

  test('one that waits for a further turn of its route takes no place of others', async () => {
    begun.length = 0;
    const never = () => new Promise<never>(() => {});
    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2'])
      void people.take(
        from(`many ${who}`, who.slice(0, 1)),
        'labelSeveralStations',
        async () => undefined,
        never,
      );
    void change('d1', 'd');
    expect(begun).toEqual(['d1']);
    await end();
  });

  test('an emergency stop gets the next place, before what came earlier', async () => {
    begun.length = 0;
    for (const who of ['e1', 'e2', 'e3', 'f1', 'f2', 'f3', 'g1', 'h1', 'i1'])
      void change(who, who.slice(0, 1));
    void people.take(from('j1', 'j'), 'stopOrganisationCommands', async () => void begun.push('stop'));
    expect(begun).not.toContain('stop');
    ends.shift()!();
    await vi.waitFor(() => expect(begun[7]).toBe('stop'));
    await end();
    await end();
  });
});

test.each<RouteName>([
  'login',
  'resetPassword',
  'checkStationBatch',
  'previewImport',
  'readRegisters',
  'editStation',
])('%s waits for no lock without end', async (route) => {
  const { people } = open();
  expect(await people.take(from('a'), route, async () => lockPatience())).toBe(20_000);
});

test.each<[RouteName, number]>([
  ['listStations', 30_000],
  ['listThemes', 30_000],
  ['readRegisters', 0],
  ['editStation', 0],
])('a statement of %s takes %d ms at most', async (route, ms) => {
  const { people } = open();
  expect(await people.take(from('a'), route, async () => readPatience())).toBe(ms);
});

test('what reads keeps its place as long as it holds a connection, what changes something does not', async () => {
  const isHeld: boolean[] = [];
  const room: SharedRoom = {
    async take(_sender, _kind, work, isAtWork) {
      const done = await work();
      isHeld.push(isAtWork?.() ?? false);
      return done;
    },
  };
  const people = createWorkOfPeople(() => 0, room);
  for (const route of ['listStations', 'createLabel'] as const)
    await people.take(from('a'), route, async () => connectionTaken());
  expect(isHeld).toEqual([true, false]);
});

test('whoever waits for further turns of a route has taken no place from others', async () => {
  const inRoom: string[] = [];
  const ends: (() => void)[] = [];
  const room = {
    take<T>({ person }: { person: string }, _kind: string, work: () => Promise<T>): Promise<T> {
      inRoom.push(person);
      return work();
    },
  };
  const people = createWorkOfPeople(() => 0, room);
  const ofOrganisation = createTurns({ atOnce: 2, ofOne: 1 });
  const all = ['a', 'b', 'c'].map((who) =>
    people.take(
      from(who, 'one'),
      'compareCounters',
      () => new Promise<void>((resolve) => ends.push(resolve)),
      (work) => ofOrganisation.take('one', work),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(inRoom).toEqual(['a']);
  for (let n = 1; n <= 3; n += 1) {
    ends.shift()!();
    await all[n - 1];
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(inRoom).toEqual(['a', 'b', 'c']);
});

test('whoever waits for many silent devices keeps no other request of the same person waiting', async () => {
  const { ask, begun, end } = open(1);
  const reads = Array.from({ length: 30 }, () => ask('a', 'readRegisters'));
  await vi.waitFor(() => expect(begun).toHaveLength(12));
  // The time of devices is none that the person took.
  await end(15_000);
  await vi.waitFor(() => expect(begun).toHaveLength(24));
  const pages = Array.from({ length: 3 }, () => ask('a'));
  expect(begun).toHaveLength(27);
  await end();
  await vi.waitFor(() => expect(begun).toHaveLength(33));
  await end();
  await Promise.all([...reads, ...pages]);
});

test('what asks devices begins among all others, three of a person at a time, because it asks the database first', async () => {
  const kinds: string[] = [];
  const ends: (() => void)[] = [];
  const people = createWorkOfPeople(() => 0, {
    take(_sender, kind, work) {
      kinds.push(kind);
      return work();
    },
  });
  const ask = () => people.take(from('a'), 'readRegisters', () => new Promise<void>((end) => ends.push(end)));
  const all = Array.from({ length: 6 }, ask);
  await new Promise((resolve) => setImmediate(resolve));
  expect(kinds).toEqual(Array(3).fill('readRegisters'));
  ends.shift()!();
  await all[0];
  await vi.waitFor(() => expect(kinds).toHaveLength(4));
  await vi.waitFor(() => expect(ends).toHaveLength(5));
  for (const end of ends) end();
  await Promise.all(all);
});

test('checks of serial numbers, of however many organisations, wait among themselves and keep nobody waiting who changes something', async () => {
  const { people, ends } = open();
  const begun: string[] = [];
  const ask = (who: string, route: RouteName) =>
    people.take(from(who), route, async () => {
      begun.push(`${who} ${route}`);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const checks = (['checkDevices', 'checkDeviceBatch', 'lookUpSerials'] as const).flatMap((route) =>
    Array.from({ length: 30 }, (_, n) => ask(`${route} ${n}`, route)),
  );
  expect(begun).toHaveLength(2);
  const change = ask('other', 'createStation');
  expect(begun.at(-1)).toBe('other createStation');
  while (begun.length < 91 || ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([...checks, change]);
});

test('requests that need no session wait for those of their site, not for thousands that somebody sends by networks at will', async () => {
  const { people } = open();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: number, site: string, route: RouteName = 'lookUpSerial') => {
    const person = `network ${site} ${network}`;
    return people.take({ person, site, organisation: person }, route, async () => {
      begun.push(site);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  };
  const made = Array.from({ length: 100 }, (_, network) => ask(network, '2001:db8:77::/48'));
  expect(begun).toHaveLength(2);
  const other = ask(1, '198.51.100.0/24');
  expect(begun.at(-1)).toBe('198.51.100.0/24');
  // Those that take turns by themselves, and the report of the server's health, wait for none of them.
  for (const route of ['login', 'health'] as const) void ask(2, '2001:db8:77::/48', route);
  expect(begun).toHaveLength(5);
  while (begun.length < 103) {
    for (const one of ends.splice(0)) one();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const one of ends.splice(0)) one();
  await Promise.all([...made, other]);
});
