import { randomUUID } from 'node:crypto';
import {
  HeldBack,
  type DeviceReply,
  type DeviceRequest,
  type ServeOptions,
} from '../../platform/links/device-links.ts';
import { AppError } from '../../platform/errors.ts';
import type { KnownDevice } from '../../platform/ingest.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { HandingOnRoom } from './handing-on-room.ts';
import { isObject, parseJson, wrongField } from './json-payload.ts';
import { topicOf } from './topics.ts';

/** Longest text of a device that is handed on. */
const MOST_DETAIL = 500;
/** Largest answer for which another server is asked: messages between servers are not as large as those of devices. */
const MOST_HANDED_ON = 512 * 1024;

/** What a device answers to a command, or why it does not do it. */
export interface CommandAnswer {
  sn: string;
  id: string;
  result?: unknown;
  error?: string;
}

/** Commands to devices of the device API: published once on `down/command`, answered by the device on `up/answer`. */
export interface Commands {
  /** `publish` answers false where the message cannot go out. `forMs`: how long somebody waits for what becomes of it. */
  ask(
    asked: Asked,
    publish: (topic: string, payload: string, forMs: number) => boolean,
  ): Promise<DeviceReply>;
  /**
   * Takes an answer of a device, and hands on one that nobody waits for here (any more), as far as there is room. Throws AppError for a payload that is no answer, or larger than
   * one that is handed on.
   */
  answer(device: Pick<KnownDevice, 'sn' | 'organisationCode'>, payload: Buffer): void;
  /** Takes an answer that another server handed on. */
  take(answer: CommandAnswer): void;
  /** Ends every wait for an answer of this device, because its connection has ended. */
  disconnected(sn: string): void;
}

interface Asked {
  device: Pick<KnownDevice, 'sn' | 'organisationCode'>;
  request: DeviceRequest;
  options: Pick<ServeOptions, 'timeoutMs' | 'beforeSending'>;
}

/** What only the device hears with a command. */
export type AddSecrets = (
  sn: string,
  command: DeviceRequest & { type: 'command' },
) => Promise<Readonly<Record<string, unknown>>>;

/** To other servers, where a device's answer may reach another one than the one that asked. */
export interface HandingOn {
  send(answer: CommandAnswer): void;
  hasRoom: HandingOnRoom;
}

export function createCommands(
  handingOn?: HandingOn,
  addSecrets: AddSecrets = (_, { params }) => Promise.resolve(params),
): Commands {
  const waiting = new Map<string, { sn: string; settle: (reply: DeviceReply) => void }>();
  /** False: nobody waits for it. */
  function settled({ sn, id, result, error }: CommandAnswer): boolean {
    const asked = waiting.get(id);
    if (!asked || asked.sn !== sn) return false;
    if (error === undefined) asked.settle({ ok: true, ...(result === undefined ? {} : { result }) });
    else {
      const detail = plainText(error.slice(0, MOST_DETAIL));
      asked.settle({ ok: false, failure: 'refused', sent: true, detail });
    }
    return true;
  }
  return {
    async ask({ device, request, options }, publish) {
      const { sn, organisationCode } = device;
      // A device that belongs to nobody has no topic that the platform knows of.
      if (request.type !== 'command' || organisationCode === null)
        return { ok: false, failure: 'unsupported', sent: false };
      const over = performance.now() + options.timeoutMs;
      const params = await addSecrets(sn, request);
      try {
        await options.beforeSending();
      } catch (error) {
        if (!(error instanceof HeldBack)) throw error;
        return { ok: false, failure: error.failure, sent: false };
      }
      // A server or a database that stood still meanwhile: nobody waits for it any more, and who heard that may have asked again.
      if (performance.now() >= over) return { ok: false, failure: 'timeout', sent: false };
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<DeviceReply>();
      const settle = (reply: DeviceReply) => {
        waiting.delete(id);
        clearTimeout(timer);
        resolve(reply);
      };
      const timer = setTimeout(
        () => settle({ ok: false, failure: 'timeout', sent: true }),
        over - performance.now(),
      );
      waiting.set(id, { sn, settle });
      const { name } = request;
      const topic = topicOf({ organisation: organisationCode, sn, direction: 'down', name: 'command' });
      if (!publish(topic, JSON.stringify({ id, name, params }), over - performance.now()))
        settle({ ok: false, failure: 'notConnected', sent: false });
      return promise;
    },
    answer(device, payload) {
      const { sn } = device;
      const parsed = parseJson(payload);
      if (!isObject(parsed)) throw wrongField('');
      const { id, result, error } = parsed;
      if (typeof id !== 'string') throw wrongField('id');
      if (error !== undefined && typeof error !== 'string') throw wrongField('error');
      const answer = { sn, id, result, ...(error === undefined ? {} : { error }) };
      if (settled(answer)) return;
      if (payload.length > MOST_HANDED_ON) throw new AppError('payloadTooLarge');
      if (handingOn?.hasRoom(device, payload.length)) handingOn.send(answer);
    },
    take: (answer) => void settled(answer),
    disconnected(sn) {
      for (const asked of waiting.values())
        if (asked.sn === sn) asked.settle({ ok: false, failure: 'disconnected', sent: true });
    },
  };
}
