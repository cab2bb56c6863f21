import { EventEmitter } from 'node:events';
import type net from 'node:net';
import { expect, test } from 'vitest';
import { createConnections, mostConnections, type Door } from './connections.ts';
import { readLimit } from './descriptor-limit.ts';

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
  }
}

function open(limits: { inAll?: number; perAddress?: number; proxies?: string[] }) {
  const { inAll, perAddress = 1000, proxies = [] } = limits;
  const connections = createConnections({
    config: { connections: { inAll, perAddress }, trustedProxies: proxies },
    health: { add: () => {} },
    descriptors: 4096,
  });
  const servers = { http: new EventEmitter(), mqtt: new EventEmitter(), v5: new EventEmitter() };
  const seen: unknown[] = [];
  for (const server of Object.values(servers)) server.on('connection', (socket) => seen.push(socket));
  for (const [door, server] of Object.entries(servers)) connections.guard(server as net.Server, door as Door);
  return (door: Door, address: string) => {
    const socket = new FakeSocket(address);
    servers[door].emit('connection', socket);
    expect(seen.includes(socket)).toBe(!socket.destroyed);
    return socket;
  };
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
