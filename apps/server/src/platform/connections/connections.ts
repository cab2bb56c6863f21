import type net from 'node:net';
import tls from 'node:tls';
import type { Config } from '../../config.ts';
import { GroupCount } from '../group-count.ts';
import type { HealthRegistry } from '../health.ts';
import { networkOf } from '../network-of.ts';
import { createWorkSlices } from '../work-slices.ts';
import { createEmptyTalk } from './empty-talk.ts';
import { createNearBy } from './near-by.ts';
import { shakeHandsInTurn } from './shake-hands-in-turn.ts';

/** Where connections come in. */
export type Door = 'http' | 'mqtt' | 'v5';

export interface Connections {
  /** Counts the connections of a server. It never sees those beyond the limits, which are ended as soon as they are accepted. */
  guard(server: net.Server, door: Door): void;
}

/** Stores, logs and files of the platform need descriptors, too, and so do administrators on the machine. */
const RESERVE = 512;
const RESERVE_SHARE = 0.25;
/** More than one process serves; where the system tells no limit, this many less than its usual one. */
const MOST = 100_000;
const UNKNOWN_LIMIT = 10_240;
/** Devices leave people this part of all connections. */
const SHARE_OF_DEVICES = 0.8;

/** Connections that may be open at the same time, for a limit of descriptors. */
export function mostConnections(descriptors: number = UNKNOWN_LIMIT): number {
  const reserve = Math.max(RESERVE, Math.ceil(descriptors * RESERVE_SHARE));
  return Math.max(64, Math.min(MOST, descriptors - reserve));
}

interface Options {
  config: Pick<Config, 'connections' | 'trustedProxies'>;
  health: Pick<HealthRegistry, 'add'>;
  descriptors: number | undefined;
}

/**
 * One count of the connections of all doors, so that no stranger leaves the process without descriptors: of an address, of all devices
 * and in all. What comes from this machine or a trusted proxy is counted and never refused. Adds health part `connections`.
 */
export function createConnections({ config, health, descriptors }: Options): Connections {
  const { inAll, perAddress } = config.connections;
  const most = Math.min(inAll ?? MOST, mostConnections(descriptors));
  const isNear = createNearBy(config.trustedProxies);
  const byAddress = new GroupCount<string>();
  const open: Record<Door, number> = { http: 0, mqtt: 0, v5: 0 };
  const slices = createWorkSlices();
  const emptyTalk = createEmptyTalk();
  let refused = 0;

  function hasRoom(door: Door, group: string): boolean {
    const devices = open.mqtt + open.v5;
    if (devices + open.http >= most) return false;
    if (door !== 'http' && devices >= most * SHARE_OF_DEVICES) return false;
    return byAddress.of(group) < perAddress;
  }

  function count(door: Door, group: string, step: 1 | -1): void {
    open[door] += step;
    byAddress.change(group, step);
  }

  health.add({
    name: 'connections',
    essential: false,
    check: () => ({ state: 'ok', detail: { ...open, most, refused } }),
  });
  return {
    guard(server, door) {
      const listeners = server.rawListeners('connection');
      const shakeHands =
        server instanceof tls.Server ? shakeHandsInTurn(server, { slices, emptyTalk }) : undefined;
      server.removeAllListeners('connection');
      server.on('connection', (socket: net.Socket) => {
        const address = socket.remoteAddress ?? '';
        const group = `${door} ${networkOf(address)}`;
        if (!isNear(address) && !hasRoom(door, group)) {
          refused += 1;
          socket.destroy();
          return;
        }
        count(door, group, 1);
        socket.once('close', () => count(door, group, -1));
        const accept = () => listeners.forEach((listener) => listener.call(server, socket));
        if (shakeHands) shakeHands(socket, accept);
        else accept();
      });
    },
  };
}
