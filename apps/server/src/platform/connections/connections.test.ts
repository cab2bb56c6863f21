import { EventEmitter } from 'node:events';
import type net from 'node:net';
import { expect, test } from 'vitest';
import { createConnections, mostConnections, type Door } from './connections.ts';
import { readLimit } from './descriptor-limit.ts';

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  readonly remotePort: number;
  constructor(remoteAddress: string, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }
  destroy() {
    this.destroyed = true;
  }
}

function open(limits: { inAll?: number; perAddress?: number; proxies?: string[] }) {
  const { inAll, perAddress = 1000, proxies = [] } = limits;
  const time = { now: 0 };
  const clock = { now: () => time.now };
  const connections = createConnections({
    config: { connections: { inAll, perAddress }, trustedProxies: proxies },
    health: { add: () => {} },
    descriptors: 4096,
    clock,
  });
  const servers = { http: new EventEmitter(), mqtt: new EventEmitter(), v5: new EventEmitter() };
  const seen: unknown[] = [];
  for (const server of Object.values(servers)) server.on('connection', (socket) => seen.push(socket));
  for (const [door, server] of Object.entries(servers)) connections.guard(server as net.Server, door as Door);
  let port = 1024;
  const connect = (door: Door, address: string) => {
    const socket = new FakeSocket(address, (port += 1));
    servers[door].emit('connection', socket);
    expect(seen.includes(socket)).toBe(!socket.destroyed);
    return socket;
  };
  return Object.assign(connect, { known: connections.known, slices: connections.slices, time });
}

const host = (n: number) => `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}`;

test('an address that opens connection after connection is stopped at its limit, at each door; others come in', () => {
  const connect = open({ perAddress: 3 });
  const first = Array.from({ length: 5 }, () => connect('mqtt', '203.0.113.7'));
  expect(first.map(({ destroyed }) => destroyed)).toEqual([false, false, false, true, true]);
  expect(connect('http', '203.0.113.7').destroyed).toBe(false);
  expect(connect('mqtt', '203.0.113.8').destroyed).toBe(false);
  first[0]!.emit('close');
  expect(connect('mqtt', '203.0.113.7').destroyed).toBe(false);
  expect(connect('mqtt', '203.0.113.7').destroyed).toBe(true);
});

test('all the addresses of an IPv6 network count as one', () => {
  const connect = open({ perAddress: 2 });
  const sockets = [1, 2, 3].map((n) => connect('v5', `2001:db8:1:2::${n}`));
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
});

test('devices from everywhere leave room to people, and people to who sits at the machine or behind its proxy', () => {
  const connect = open({ inAll: 100, proxies: ['10.0.0.7'] });
  const devices = Array.from({ length: 200 }, (_, n) => connect(n % 2 === 0 ? 'mqtt' : 'v5', host(n)));
  expect(devices.filter(({ destroyed }) => !destroyed)).toHaveLength(80);
  const people = Array.from({ length: 50 }, (_, n) => connect('http', host(n)));
  expect(people.filter(({ destroyed }) => !destroyed)).toHaveLength(20);
  for (const near of ['127.0.0.1', '::1', '::ffff:10.0.0.7'])
    expect(connect('http', near).destroyed).toBe(false);
});

const openOf = (sockets: readonly FakeSocket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test('where strangers hold all connections, who comes to sign in gets the place of one of them and keeps it', () => {
  const connect = open({ inAll: 100, perAddress: 60 });
  const flood = Array.from({ length: 100 }, (_, n) => connect('http', host(n % 2)));
  const administrator = connect('http', '198.51.100.7');
  connect.known(administrator, { holder: 'user 1', administers: true });
  const visitor = connect('http', '198.51.100.8');
  const more = Array.from({ length: 500 }, (_, n) => connect('http', host(n % 40)));
  expect([administrator.destroyed, visitor.destroyed]).toEqual([false, false]);
  expect(openOf([...flood, ...more])).toBe(98);
  // Devices are kept out by no strangers either.
  expect(connect('mqtt', '198.51.100.9').destroyed).toBe(false);
  expect(openOf([...flood, ...more])).toBe(97);
});

test('whoever makes networks of one line at will takes all connections, and the place of nobody else', () => {
  const connect = open({ inAll: 100 });
  let networks = 0;
  const made = () => connect('http', `2001:db8:77:${(networks += 1).toString(16)}::1`);
  for (let n = 0; n < 100; n += 1) made();
  const person = connect('http', '198.51.100.7');
  for (let n = 0; n < 1000; n += 1) expect(made().destroyed).toBe(false);
  expect(person.destroyed).toBe(false);
});

test('where strangers hold all places of devices, a device that comes gets one of them and keeps it', () => {
  const connect = open({ inAll: 100, perAddress: 60 });
  const flood = Array.from({ length: 80 }, (_, n) => connect(n % 2 === 0 ? 'mqtt' : 'v5', host(n)));
  const known = Array.from({ length: 40 }, (_, n) => {
    const socket = connect(n % 2 === 0 ? 'v5' : 'mqtt', `198.51.100.${n + 1}`);
    connect.known(socket, { holder: `device ${n}`, administers: false }, n % 2 === 0 ? 'v5' : 'mqtt');
    return socket;
  });
  const more = Array.from({ length: 500 }, (_, n) => connect('v5', host(n)));
  expect([openOf(known), openOf([...flood, ...more])]).toEqual([40, 40]);
  // Nor do they keep out people, who get a place of theirs once all are taken.
  const people = Array.from({ length: 30 }, (_, n) => {
    const socket = connect('http', `192.0.2.${n + 1}`);
    connect.known(socket, { holder: `user ${n}`, administers: false });
    return socket;
  });
  expect([openOf(people), openOf(known), openOf([...flood, ...more])]).toEqual([30, 40, 30]);
  // Devices that have shown who they are give way to no newcomer.
  for (let n = 0; n < 500; n += 1) connect('mqtt', host(n));
  expect(openOf(known)).toBe(40);
});

test('one device that opens connection after connection keeps no other one out', () => {
  const connect = open({ inAll: 100 });
  const as = (device: number) => {
    const socket = connect('mqtt', host(device));
    connect.known(socket, { holder: `device ${device}`, administers: false }, 'mqtt');
    return socket;
  };
  const [usual, many] = [as(1), Array.from({ length: 200 }, () => as(2))];
  const next = as(3);
  expect([usual.destroyed, next.destroyed, openOf(many)]).toEqual([false, false, 78]);
});

/** Connects devices of an organisation that are new until a time, each once. */
function newDevices(connect: ReturnType<typeof open>, of: string, { from = 0, count = 1, until = 1 }) {
  return Array.from({ length: count }, (_, n) => {
    const socket = connect('mqtt', host(from + n));
    const who = { holder: `device ${of} ${from + n}`, administers: false, newcomer: { of, until } };
    if (!socket.destroyed) connect.known(socket, who, 'mqtt');
    return socket;
  });
}

test('accounts that fill all places with devices that they made up today keep out no station that goes live, and none that was there', () => {
  const connect = open({ inAll: 1000 });
  const old = Array.from({ length: 100 }, (_, n) => {
    const socket = connect('v5', host(n));
    connect.known(socket, { holder: `device ${n}`, administers: false }, 'v5');
    return socket;
  });
  const flood = Array.from({ length: 8 }, (_, n) =>
    newDevices(connect, `stranger ${n}`, { from: n * 200, count: 200 }),
  ).flat();
  expect([openOf(old), openOf(flood)]).toEqual([100, 700]);
  const station = newDevices(connect, 'installer', { from: 2000, count: 60 });
  const again = newDevices(connect, 'stranger 0', { from: 3000, count: 400 });
  for (let n = 0; n < 500; n += 1) connect('mqtt', host(n));
  expect([openOf(old), openOf(station)]).toEqual([100, 60]);
  expect(openOf([...flood, ...again])).toBeLessThan(641);
  // Who comes to sign in gets a place of theirs, too, where people have all of their own.
  const people = Array.from({ length: 300 }, (_, n) => {
    const socket = connect('http', `192.0.2.${n % 250}`);
    connect.known(socket, { holder: `user ${n}`, administers: false });
    return socket;
  });
  expect([openOf(people), openOf(old), openOf(station)]).toEqual([300, 100, 60]);
});

test('a device with very many connections gives way before devices that are new', () => {
  const connect = open({ inAll: 100 });
  const [station] = [newDevices(connect, 'installer', { count: 40 })];
  const many = Array.from({ length: 200 }, () => {
    const socket = connect('mqtt', '198.51.100.7');
    if (!socket.destroyed) connect.known(socket, { holder: 'device 1', administers: false }, 'mqtt');
    return socket;
  });
  expect([openOf(station), openOf(many)]).toEqual([40, 40]);
  const next = newDevices(connect, 'other', { from: 100, count: 10 });
  expect([station, many, next].map(openOf)).toEqual([40, 30, 10]);
});

test('a device that stays connected beyond the time in which it is new keeps its place from then on', () => {
  const connect = open({ inAll: 100 });
  const [week, longer] = [
    newDevices(connect, 'one', { count: 60, until: 1_000_000 }),
    newDevices(connect, 'other', { from: 60, count: 20, until: 2_000_000 }),
  ];
  connect.time.now = 1_000_000;
  const next = newDevices(connect, 'third', { from: 100, count: 10, until: 3_000_000 });
  expect([week, longer, next].map(openOf)).toEqual([60, 10, 10]);
  connect.time.now = 3_000_000;
  expect(connect('mqtt', host(200)).destroyed).toBe(true);
  expect([week, longer, next].map(openOf)).toEqual([60, 10, 10]);
  // A place that is free is anybody's.
  week[0]!.emit('close');
  expect(connect('mqtt', host(201)).destroyed).toBe(false);
});

test('devices that were made up months ago keep out none that was known before them, and those leave no place to younger ones', () => {
  const connect = open({ inAll: 100 });
  const DAY_MS = 86_400_000;
  const as = (device: number, since: number) => {
    const socket = connect('mqtt', host(device));
    const who = { holder: `device ${device}`, administers: false, since };
    if (!socket.destroyed) connect.known(socket, who, 'mqtt');
    return socket;
  };
  const first = Array.from({ length: 20 }, (_, n) => as(n, n * DAY_MS));
  const madeUp = Array.from({ length: 100 }, (_, n) => as(100 + n, (50 + (n % 10)) * DAY_MS));
  expect([openOf(first), openOf(madeUp)]).toEqual([20, 60]);
  const old = Array.from({ length: 30 }, (_, n) => as(200 + n, (20 + n) * DAY_MS));
  expect([first, old, madeUp].map(openOf)).toEqual([20, 30, 30]);
  const again = Array.from({ length: 200 }, (_, n) => as(300 + n, 60 * DAY_MS));
  for (let n = 0; n < 500; n += 1) connect('v5', host(n));
  expect([first, old].map(openOf)).toEqual([20, 30]);
  // The last of the youngest has given way to who has not shown yet which device it is.
  expect([...madeUp, ...again].filter(({ destroyed }) => !destroyed)).toHaveLength(29);
  // An account is had sooner than an old device, so people have the places that devices leave them.
  const people = Array.from({ length: 300 }, (_, n) => {
    const socket = connect('http', `192.0.2.${n % 250}`);
    if (!socket.destroyed) connect.known(socket, { holder: `user ${n}`, administers: false });
    return socket;
  });
  expect([people, first, old, [...madeUp, ...again]].map(openOf)).toEqual([21, 20, 30, 29]);
});

test('who is known gives way only with very many connections, and administrators never', () => {
  const connect = open({ inAll: 100 });
  const as = (holder: string, count: number, administers = false) =>
    Array.from({ length: count }, () => {
      const socket = connect('http', '203.0.113.7');
      connect.known(socket, { holder, administers });
      return socket;
    });
  const administrators = as('user 1', 50, true);
  const [few, many] = [as('user 2', 8), as('user 3', 42)];
  expect(openOf([...administrators, ...few, ...many])).toBe(100);
  const newcomers = as('user 4', 8);
  expect([administrators, few, many, newcomers].map(openOf)).toEqual([50, 8, 34, 8]);
  for (const socket of many.filter(({ destroyed }) => !destroyed).slice(8)) socket.emit('close');
  as('user 5', 8);
  as('user 6', 8);
  as('user 7', 8);
  expect(openOf(as('user 8', 4))).toBe(2);
});

test('a connection is of whoever went on with it last, and telling the same again changes nothing', () => {
  const connect = open({ inAll: 20 });
  const sockets = Array.from({ length: 20 }, () => connect('http', '203.0.113.7'));
  const tell = (holder: string, administers = false) =>
    sockets.forEach((socket) => connect.known(socket, { holder, administers }));
  tell('user 1');
  // The oldest of who has most gives way, also where that one was told last.
  connect.known(sockets[0]!, { holder: 'user 1', administers: false });
  connect('http', '203.0.113.8');
  expect(sockets.map(({ destroyed }) => destroyed).indexOf(true)).toBe(0);
  tell('user 2', true);
  expect(connect('http', '203.0.113.9').destroyed).toBe(false);
  expect(connect('http', '203.0.113.9').destroyed).toBe(false);
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test('a reserve of descriptors stays for stores and administrators', () => {
  expect(mostConnections(1024)).toBe(512);
  expect(mostConnections(4096)).toBe(3072);
  expect(mostConnections(100)).toBe(64);
  expect(mostConnections(1_048_576)).toBe(100_000);
  expect(mostConnections(undefined)).toBe(7680);
  expect(
    readLimit(
      'Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096                 files\n',
    ),
  ).toBe(1024);
  expect(
    readLimit('Max open files            unlimited            unlimited            files'),
  ).toBeUndefined();
});

test('while connections come to one door, a round of the event loop does one piece of the work of another', async () => {
  const connect = open({});
  const worked = { ms: 0, round: 0 };
  const slices = connect.slices(() => worked.ms);
  let isOver = false;
  const come = () =>
    setImmediate(() =>
      isOver ? undefined : ((worked.round += 1), connect('v5', host(worked.round)), come()),
    );
  come();
  const rounds: number[] = [];
  const work = async () => {
    await slices.turn(() => 'somebody');
    worked.ms += 1;
    rounds.push(worked.round);
  };
  await Promise.all(Array.from({ length: 40 }, work));
  isOver = true;
  expect(new Set(rounds).size).toBeGreaterThan(30);
});
