import { setTimeout as delay } from 'node:timers/promises';
import {
  connect,
  NoRespondersError,
  RequestError,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import { messageOf } from '../errors.ts';
import type { HealthRegistry } from '../health.ts';
import type { Logger } from '../log.ts';
import type { Messages } from './messages.ts';

const RECONNECT_MS = 500;
/** How soon a connection that is dead without a word is noticed: two of these without an answer. */
const PING_MS = 5000;
const SETTLE_MS = 2000;

interface NatsParts {
  log: Logger;
  health: HealthRegistry;
}

/**
 * Messages over a NATS server, `nats://` or `tls://`, with user and password or a token where its address has them. Adds health part `messages`.
 * Throws an `Error` for people where it cannot be reached.
 */
export async function openNatsMessages(url: URL, { log, health }: NatsParts): Promise<Messages> {
  const connection = await connect({
    servers: url.host,
    ...(url.protocol === 'tls:' ? { tls: {} } : {}),
    ...credentialsOf(url),
    name: 'sunfleet',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
  }).catch((error: unknown) => {
    throw new Error(`NATS at ${url.host} cannot be reached: ${messageOf(error)}`, { cause: error });
  });
  const messages = new NatsMessages(connection, log);
  health.add({
    name: 'messages',
    essential: false,
    check: () => ({
      state: messages.cutSince === undefined ? 'ok' : 'degraded',
      detail: { kind: 'nats', cutSince: messages.cutSince ?? null },
    }),
  });
  return messages;
}

function credentialsOf({ username, password }: URL): { user?: string; pass?: string; token?: string } {
  if (username === '') return {};
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}

/** Nobody listens to the subject: the server says so, or the library behind a request. */
function isUnheard(error: unknown): boolean {
  return error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders());
}

class NatsMessages implements Messages {
  readonly #connection: NatsConnection;
  readonly #log: Logger;
  readonly #gapListeners = new Set<() => void>();
  /** Epoch milliseconds since when nothing is sent or heard. */
  cutSince: number | undefined;

  constructor(connection: NatsConnection, log: Logger) {
    this.#connection = connection;
    this.#log = log;
    void this.#watch();
  }

  send(subject: string, message: unknown): void {
    // The library would keep it and send it when it is no news any more.
    if (this.isCut()) return;
    this.#connection.publish(subject, JSON.stringify(message));
  }

  hear<Message>(subject: string, heard: (message: Message) => void): () => void {
    const subscription = this.#connection.subscribe(subject, {
      callback: (_error, message) => this.#take(message, () => heard(message.json<Message>())),
    });
    return () => subscription.unsubscribe();
  }

  async settled(): Promise<void> {
    if (this.isCut()) return;
    await Promise.race([
      this.#connection.flush().catch(() => undefined),
      delay(SETTLE_MS, undefined, { ref: false }),
    ]);
  }

  sendBytes(subject: string, bytes: Uint8Array): void {
    if (this.isCut()) return;
    this.#connection.publish(subject, bytes);
  }

  hearBytes(subject: string, heard: (bytes: Uint8Array) => void): () => void {
    const subscription = this.#connection.subscribe(subject, {
      callback: (_error, message) => this.#take(message, () => heard(message.data)),
    });
    return () => subscription.unsubscribe();
  }

  async ask<Answer>(subject: string, question: unknown, timeoutMs: number): Promise<Answer | undefined> {
    if (this.isCut()) return undefined;
    try {
      const answer = await this.#connection.request(subject, JSON.stringify(question), {
        timeout: timeoutMs,
      });
      return answer.json<Answer>();
    } catch (error) {
      if (isUnheard(error)) return undefined;
      throw error;
    }
  }

  answer<Question, Answer>(subject: string, work: (question: Question) => Promise<Answer>): () => void {
    const subscription = this.#connection.subscribe(subject, {
      queue: 'answers',
      callback: (_error, message) => void this.#answer(message, work),
    });
    return () => subscription.unsubscribe();
  }

  async #answer<Question, Answer>(
    message: Msg,
    work: (question: Question) => Promise<Answer>,
  ): Promise<void> {
    try {
      message.respond(JSON.stringify(await work(message.json<Question>())));
    } catch (error) {
      this.#log.error({ err: error, subject: message.subject }, 'question of another server not answered');
    }
  }

  onGap(heard: () => void): () => void {
    this.#gapListeners.add(heard);
    return () => this.#gapListeners.delete(heard);
  }

  isCut(): boolean {
    return this.cutSince !== undefined || this.#connection.isClosed();
  }

  async stop(): Promise<void> {
    await this.#connection.drain().catch(() => this.#connection.close());
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') {
        this.cutSince = Date.now();
        this.#log.warn('connection to NATS lost, it is opened again');
      } else if (type === 'reconnect') {
        this.cutSince = undefined;
        this.#log.info('connection to NATS is back');
        for (const heard of this.#gapListeners) heard();
      }
    }
  }

  #take({ subject }: Msg, take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#log.error({ err: error, subject }, 'message of another server not taken');
    }
  }
}
