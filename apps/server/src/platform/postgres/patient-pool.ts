import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { connectionTaken } from './held-connections.ts';
import { lockPatience } from './lock-patience.ts';
import { NamingClient } from './naming-client.ts';
import { askWhoIsAtWork } from './at-work.ts';
import { choosingClient } from './choosing-client.ts';
import { postgresHosts, type PostgresHosts } from './postgres-hosts.ts';
import { readPatience } from './read-patience.ts';
import { asStoreTrouble, mayPass } from './store-trouble.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

const RETRY_MS = 100;
/** A connection that rests is looked at this soon, so that one whose other end is gone without a word is noticed. */
const KEEP_ALIVE_MS = 10_000;
const none = () => undefined;

/**
 * A pool whose callers wait while PostgreSQL is restarted, and get `storeUnavailable` when it takes longer than their patience
 * or what they asked for is at work nowhere, because the server does not answer or the connection leads to it no more. A query that is merely slow is
 * left alone.
 */
export class PatientPool extends pg.Pool {
  readonly #patience: number;
  readonly #hosts: PostgresHosts;
  readonly #watch: NodeJS.Timeout;
  readonly #connections = new Set<NamingClient>();

  constructor(config: pg.PoolConfig & { connectionString: string }, patience: number) {
    const hosts = postgresHosts(config.connectionString);
    super({
      ...config,
      connectionString: hosts.current(),
      Client: (hosts.askRole ? choosingClient(hosts) : NamingClient) as unknown as new () => pg.ClientBase,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#patience = patience;
    this.#hosts = hosts;
    this.on('connect', (client) => this.#connections.add(client as unknown as NamingClient));
    this.on('remove', (client) => this.#connections.delete(client as unknown as NamingClient));
    this.#watch = setInterval(() => void this.#giveUpHanging(), Math.max(100, patience / 4)).unref();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#connectInTime();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error as Error)),
      (error: Error) => callback(error, undefined, none),
    );
  }

  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...all: unknown[]) => unknown;
    const result = query(...args);
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.#watch);
    return callback ? super.end(callback) : super.end();
  }

  async #connectInTime(): Promise<pg.PoolClient> {
    const deadline = Date.now() + this.#patience;
    for (;;) {
      try {
        return counted(withPatience(await this.#known()));
      } catch (error) {
        if (this.ending || !this.#mayPass(error) || Date.now() > deadline) throw asStoreTrouble(error);
        await delay(RETRY_MS);
      }
    }
  }

  /** A connection of which it is known by which process it is served: a new one is asked first. */
  async #known(): Promise<pg.PoolClient> {
    const client = await super.connect();
    const connection = client as unknown as NamingClient;
    if (connection.process !== undefined) return client;
    try {
      await connection.learnProcess();
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Of several hosts the next one is asked, however this one failed. */
  #mayPass(error: unknown): boolean {
    return mayPass(error) || (this.#hosts.several && asStoreTrouble(error) !== error);
  }

  async #giveUpHanging(): Promise<void> {
    const hanging = () =>
      [...this.#connections].filter(
        ({ busySince }) => busySince !== undefined && Date.now() - busySince > this.#patience,
      );
    for (const address of new Set(hanging().map((client) => client.address))) {
      const asked = hanging().filter((one) => one.address === address);
      const isAtWork = await askWhoIsAtWork(address, Math.min(this.#patience, 5000));
      const still = new Set(hanging());
      const reason = `no answer for ${this.#patience / 1000} s`;
      for (const client of asked)
        if (still.has(client) && !isAtWork(client))
          client.giveUp(new AppError('storeUnavailable', { store: 'PostgreSQL', reason }));
    }
  }
}

/** What each connection was told of the patience of its holder. */
const told = new WeakMap<pg.PoolClient, string>();
const NO_PATIENCE = patienceText(0, 0);

/** Tells the connection how long its next holder waits for locks and for what it reads. Queries go in order, so that nobody waits for this one. */
function withPatience(client: pg.PoolClient): pg.PoolClient {
  const wanted = patienceText(lockPatience(), readPatience());
  if ((told.get(client) ?? NO_PATIENCE) === wanted) return client;
  told.set(client, wanted);
  // Where it fails, so does the query behind it.
  client.query(wanted).catch(none);
  return client;
}

function patienceText(lockMs: number, readMs: number): string {
  return `SET lock_timeout = ${lockMs}; SET statement_timeout = ${readMs}`;
}

/** Counts the connection among those of its holder until it comes back. */
function counted(client: pg.PoolClient): pg.PoolClient {
  const isBack = connectionTaken();
  const release = client.release.bind(client);
  client.release = (error) => {
    isBack();
    release(error);
  };
  return client;
}

function rethrow(error: unknown): never {
  throw asStoreTrouble(error);
}
