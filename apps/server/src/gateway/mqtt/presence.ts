import { messageOf } from '../../platform/errors.ts';
import { untilStoresAnswer } from '../../platform/until-stores-answer.ts';
import type { MqttParts } from './mqtt-parts.ts';

/** A connection of a device as far as its presence goes. */
export interface Present {
  deviceId: number;
  sn: string;
  /** Which connection of its device it is. */
  epoch: number | Promise<number>;
  /** Tells other servers that the connection ended. */
  endStanding: () => void;
  left: boolean;
}

/** Of a connection that is not there yet. */
export const NEW_PRESENCE: Pick<Present, 'epoch' | 'endStanding' | 'left'> = {
  epoch: 0,
  endStanding: () => undefined,
  left: false,
};

interface Here {
  connections: number;
  /** Of the newest one. */
  epoch: number;
}

/**
 * A device is online while it has a connection: it may have opened a new one before the old one is known to be dead, also to another server. That
 * one's ends those of before.
 */
export function createPresence({ platform, counters, commands, directory }: MqttParts) {
  const { links, bus, clock, log } = platform;
  const here = new Map<number, Here>();
  const ending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const tell = (deviceId: number, online: boolean) =>
    bus.publish('deviceSeen', { deviceId, at: clock.now(), connection: 'mqtt', online });

  function stand(session: Present, epoch: number, close: () => void): void {
    const { deviceId, sn } = session;
    const device = here.get(deviceId);
    if (!device || session.left) return;
    device.epoch = Math.max(device.epoch, epoch);
    session.endStanding = links.stands({ sn, session: { epoch, close } });
    void tell(deviceId, true);
  }

  /** Where it cannot be noted, whatever other connection the device makes is a newer one. */
  function epochOf(session: Present): number | Promise<number> {
    const epoch = directory.came(session.deviceId);
    if (typeof epoch === 'number') return epoch;
    let asked: Promise<number> | undefined = epoch;
    const ask = () => {
      const answer = asked ?? (session.left ? 0 : directory.came(session.deviceId));
      asked = undefined;
      return answer;
    };
    return untilStoresAnswer(ask, { signal, log, name: 'connection of a device' }).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'connection not noted');
      return 0;
    });
  }

  /** It is gone where no other server has it by now. Nobody else tells it: a logger whose end is not noted would be there for ever. */
  async function noteEnd(deviceId: number, epoch: number): Promise<void> {
    const ask = () => directory.left(deviceId, epoch);
    const isGone = await untilStoresAnswer(ask, { signal, log, name: 'end of a connection of a device' });
    if (isGone) await tell(deviceId, false);
    else await bus.publish('deviceMoved', { deviceId });
  }

  return {
    isHere: (deviceId: number) => here.has(deviceId),
    came(session: Present, close: () => void): void {
      const { deviceId } = session;
      const device = here.get(deviceId) ?? { connections: 0, epoch: 0 };
      here.set(deviceId, device);
      device.connections += 1;
      counters.connected += 1;
      session.epoch = epochOf(session);
      if (typeof session.epoch === 'number') stand(session, session.epoch, close);
      else void session.epoch.then((noted) => stand(session, noted, close));
    },
    left(session: Present): void {
      const { deviceId, sn } = session;
      session.left = true;
      session.endStanding();
      counters.connected -= 1;
      const device = here.get(deviceId);
      if (!device) return;
      device.connections -= 1;
      if (device.connections > 0) {
        void tell(deviceId, true);
        return;
      }
      here.delete(deviceId);
      commands.disconnected(sn);
      const end = Promise.resolve(session.epoch)
        .then((epoch) => noteEnd(deviceId, Math.max(device.epoch, epoch)))
        .catch((error: unknown) => log.warn({ err: messageOf(error) }, 'end of a connection not noted'))
        .finally(() => ending.delete(end));
      ending.add(end);
    },
    /** Resolves when every end is told. */
    async settled(): Promise<void> {
      stopping.abort();
      await Promise.all(ending);
    },
  };
}
