import type net from 'node:net';
import tls from 'node:tls';
import type { Config } from '../../config.ts';
import type { Clock } from '../clock.ts';
import { GroupCount } from '../group-count.ts';
import type { HealthRegistry } from '../health.ts';
import { networkOf, siteOrNetwork } from '../network-of.ts';
import { createWorkSlices, type WorkSlices } from '../work-slices.ts';
import { createEmptyTalk } from './empty-talk.ts';
import { GivingWayBySite } from './giving-way-by-site.ts';
import { GivingWay } from './giving-way.ts';
import { createNearBy } from './near-by.ts';
import type { SecureLine } from './secure-line.ts';
import { shakeHandsInTurn } from './shake-hands-in-turn.ts';
import { YoungestFirst } from './youngest-first.ts';

/** Where connections come in. */
export type Door = 'http' | 'mqtt' | 'v5';

export interface Connections {
  /** Counts the connections of a server. It never sees those beyond the limits, which are ended as soon as they are accepted. */
  guard(server: net.Server, door: Door): void;
  /** Notes who is at the other end of a connection: it gives way to newcomers after those of strangers, where its holder has very many. */
  known(connection: Pick<net.Socket, 'remoteAddress' | 'remotePort'>, who: Known, door?: Door): void;
  /** Slices for the work of a door, which are short while connections come to any: each door accepts one in a round of the event loop. */
  slices(now?: () => number): WorkSlices;
}

/** Whose a connection is. */
export interface Known {
  /** A person, or whoever devices belong to. */
  holder: string;
  /** Administrators of the platform give way to nobody. */
  administers: boolean;
  /** Of a device: since when it is known, in epoch milliseconds. */
  since?: number;
  /** Of a device that has not been known for long: whose it is, and until when it is new, in epoch milliseconds. */
  newcomer?: { of: string; until: number };
}

/** Stores, logs and files of the platform need descriptors, too, and so do administrators on the machine. */
const RESERVE = 512;
const RESERVE_SHARE = 0.25;
/** More than one process serves; where the system tells no limit, this many less than its usual one. */
const MOST = 100_000;
const UNKNOWN_LIMIT = 10_240;
/** Devices leave people this part of all connections. */
const SHARE_OF_DEVICES = 0.8;
/** Connections of somebody known, or of one device, that give way to nobody. */
const FREE_OF_ONE = 8;
/** Devices that are new no longer are looked for this often, and only where places are short. */
const SETTLE_MS = 60_000;

/** Descriptors that connections leave, for a limit of them. */
export const descriptorReserve = (descriptors: number = UNKNOWN_LIMIT): number =>
  Math.max(RESERVE, Math.ceil(descriptors * RESERVE_SHARE));

/** Connections that may be open at the same time, for a limit of descriptors. */
export function mostConnections(descriptors: number = UNKNOWN_LIMIT): number {
  return Math.max(64, Math.min(MOST, descriptors - descriptorReserve(descriptors)));
}

interface Options {
  config: Pick<Config, 'connections' | 'trustedProxies'>;
  health: Pick<HealthRegistry, 'add'>;
  descriptors: number | undefined;
  clock: Clock;
}

/**
 * One count of the connections of all doors, so that no stranger leaves the process without descriptors: of an address, of all devices
 * and in all. What comes from this machine or a trusted proxy is counted and never refused. Where all are taken, a newcomer gets the place of a connection
 * of HTTP that nobody has signed in by, of the site and network that has most, then of one of MQTT or V5 that has not shown whose it is, and then that of whoever
 * holds very many: so nobody who comes to sign in finds only closed doors. Where devices have taken all of theirs, the place of one that has not
 * shown whose it is, or else of a device that has very many, goes to the next. Then come devices that are new, of the organisation that has
 * most of these, and last, for other devices, the youngest one: whoever makes up devices by the thousand keeps out none that were known
 * before. Adds health part `connections`.
 */
export function createConnections({ config, health, descriptors, clock }: Options): Connections {
  const { inAll, perAddress } = config.connections;
  const most = Math.min(inAll ?? MOST, mostConnections(descriptors));
  const isNear = createNearBy(config.trustedProxies);
  const byAddress = new GroupCount<string>();
  const open: Record<Door, number> = { http: 0, mqtt: 0, v5: 0 };
  /** Of all doors. */
  const sliced: WorkSlices[] = [];
  const slices = slicesOf();
  const emptyTalk = createEmptyTalk();
  const strangers = new GivingWayBySite<net.Socket>();
  /** Of MQTT and V5: what has not shown yet which device it is. */
  const unproven = new GivingWayBySite<net.Socket>();
  const members = new GivingWay<net.Socket>();
  const proven = new GivingWay<net.Socket>();
  /** Devices that are new, by whose they are, and who each of them is. */
  const newcomers = new GivingWay<net.Socket>();
  const isNew = new Map<net.Socket, Known & Required<Pick<Known, 'newcomer'>>>();
  /** Devices that are new no longer give way to others, not to people: an account is had sooner than an old device. */
  const settled = new YoungestFirst<net.Socket>();
  let settledAt = -Infinity;
  /** Connections that may give way, by the name of the other end. */
  const byName = new Map<string, net.Socket>();
  /** Who was told to be at the other end of a connection. */
  const told = new WeakMap<object, Known>();
  /** What to call when a connection is gone, or has to go. */
  const leave = new Map<net.Socket, () => void>();
  let refused = 0;
  let gaveWay = 0;

  function slicesOf(now?: () => number): WorkSlices {
    const made = createWorkSlices(now);
    sliced.push(made);
    return made;
  }

  function hasRoom(door: Door, group: string): boolean {
    const devices = open.mqtt + open.v5;
    if (byAddress.of(group) >= perAddress) return false;
    if (door !== 'http' && devices >= most * SHARE_OF_DEVICES)
      return giveWay(unproven.first() ?? proven.first(FREE_OF_ONE) ?? firstNewcomer() ?? settled.first());
    if (devices + open.http < most) return true;
    const unknown = strangers.first() ?? unproven.first();
    return giveWay(unknown ?? members.first(FREE_OF_ONE) ?? proven.first(FREE_OF_ONE) ?? firstNewcomer());
  }

  function firstNewcomer(): net.Socket | undefined {
    settle();
    return newcomers.first();
  }

  /** Devices whose connections outlast the time in which they are new keep their places from then on. */
  function settle(): void {
    const now = clock.now();
    if (now < settledAt + SETTLE_MS) return;
    settledAt = now;
    for (const [socket, { holder, since, newcomer }] of isNew) {
      if (newcomer.until > now) continue;
      forget(socket);
      prove(socket, holder, since);
    }
  }

  function prove(socket: net.Socket, holder: string, since: number | undefined): void {
    proven.add(socket, holder);
    if (since !== undefined) settled.add(socket, since);
  }

  function giveWay(first: net.Socket | undefined): boolean {
    if (!first) return false;
    gaveWay += 1;
    leave.get(first)?.();
    first.destroy();
    return true;
  }

  function forget(socket: net.Socket): void {
    for (const holders of [strangers, unproven, members, proven, newcomers, settled]) holders.delete(socket);
    isNew.delete(socket);
  }

  /** Answers how it is counted no more. */
  function count(door: Door, group: string, socket: net.Socket): () => void {
    open[door] += 1;
    byAddress.change(group, 1);
    const name = nameOf(door, socket);
    const { remoteAddress } = socket;
    if (!isNear(remoteAddress ?? '')) {
      const site = `${door} ${siteOrNetwork(remoteAddress ?? '')}`;
      (door === 'http' ? strangers : unproven).add(socket, { site, network: group });
      byName.set(name, socket);
    }
    return () => {
      if (!leave.delete(socket)) return;
      open[door] -= 1;
      byAddress.change(group, -1);
      forget(socket);
      if (byName.get(name) === socket) byName.delete(name);
    };
  }

  health.add({
    name: 'connections',
    essential: false,
    check: () => ({ state: 'ok', detail: { ...open, most, refused, gaveWay } }),
  });
  return {
    guard(server, door) {
      const listeners = server.rawListeners('connection');
      const shakeHands =
        server instanceof tls.Server ? shakeHandsInTurn(server, { slices, emptyTalk, isNear }) : undefined;
      server.removeAllListeners('connection');
      server.on('connection', (socket: net.Socket) => {
        for (const each of sliced) each.newcomer();
        const address = socket.remoteAddress ?? '';
        const group = `${door} ${networkOf(address)}`;
        if (!isNear(address) && !hasRoom(door, group)) {
          refused += 1;
          socket.destroy();
          return;
        }
        const gone = count(door, group, socket);
        leave.set(socket, gone);
        socket.once('close', gone);
        const accept = (line: net.Socket | SecureLine) =>
          listeners.forEach((listener) => Reflect.apply(listener, server, [line]));
        if (shakeHands) shakeHands(socket, accept);
        else accept(socket);
      });
    },
    slices: slicesOf,
    known(connection, who, door = 'http') {
      const { holder, administers, since, newcomer } = who;
      // Told with each request, it is looked for once a connection, and again where somebody else goes on with it.
      const before = told.get(connection);
      if (before?.holder === holder && before.administers === administers) return;
      told.set(connection, who);
      const socket = byName.get(nameOf(door, connection));
      if (!socket) return;
      forget(socket);
      if (newcomer) {
        newcomers.add(socket, newcomer.of);
        isNew.set(socket, { ...who, newcomer });
      } else if (door !== 'http') prove(socket, holder, since);
      else if (!administers) members.add(socket, holder);
    },
  };
}

/** An address and port have one connection to a door at a time; that of TLS has the same as the one that carries it. */
const nameOf = (
  door: Door,
  { remoteAddress, remotePort }: Pick<net.Socket, 'remoteAddress' | 'remotePort'>,
): string => `${door} ${remoteAddress} ${remotePort}`;
