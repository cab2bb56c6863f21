import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { messageOf } from '../../platform/errors.ts';
import { createFramePace } from './frame-pace.ts';
import { createModbusChannel } from './modbus-channel.ts';
import type { V5Parts, V5Session } from './session.ts';
import { createTrouble } from './trouble.ts';

const DEFAULT_UPLOAD_MS = 300_000;

/** What is known of a connection before it has said anything. */
export function newSession(socket: Socket, parts: V5Parts): V5Session {
  const session: V5Session = {
    parts,
    id: randomUUID(),
    address: socket.remoteAddress ?? '',
    serial: 0,
    sensorList: 0,
    uploadMs: DEFAULT_UPLOAD_MS,
    sequence: 0,
    loggerSequence: 0,
    signal: undefined,
    pushesUntil: 0,
    pushed: new Map(),
    introduced: new Set(),
    named: new Set(),
    logger: undefined,
    believed: { is: false, until: 0 },
    channel: createModbusChannel({
      send: (bytes) => void (socket.writable && socket.write(bytes)),
      serial: () => session.serial,
      sensorList: () => (session.sensorList === 0xffff ? 0 : session.sensorList),
      nextSequence: () => (session.sequence = (session.sequence + 1) & 0xff),
      loggerSequence: () => session.loggerSequence,
      answerMs: parts.options.answerMs,
    }),
    toldAt: 0,
    pace: createFramePace(parts.options),
    trouble: createTrouble({
      now: () => parts.platform.clock.now(),
      keep: (loggerId, trouble) =>
        void parts.directory
          .troubled(loggerId, trouble)
          .catch((error: unknown) =>
            parts.platform.log.debug({ err: messageOf(error) }, 'trouble not noted'),
          ),
    }),
    endStanding: () => undefined,
    closed: false,
  };
  return session;
}
