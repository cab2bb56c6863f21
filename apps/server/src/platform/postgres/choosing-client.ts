import type pg from 'pg';
import { NamingClient } from './naming-client.ts';
import type { PostgresHosts } from './postgres-hosts.ts';

/** A host that is switched off does not even refuse; the next one is tried then. */
const CONNECT_MS = 3000;

type Connected = (error?: Error) => void;

/** Said of a server that takes no writes, by the code that PostgreSQL has for a server that is not up yet. */
class NotPrimary extends Error {
  readonly code = '57P03';
  constructor() {
    super('this PostgreSQL takes no writes now');
  }
}

/** Connections to the one of several hosts that takes writes. */
export function choosingClient(hosts: PostgresHosts): typeof NamingClient {
  return class extends NamingClient {
    constructor(config: pg.ClientConfig) {
      super({
        ...config,
        connectionString: hosts.current(),
        ...(hosts.several ? { connectionTimeoutMillis: CONNECT_MS } : {}),
      });
    }

    override connect(): Promise<this>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<this> | void {
      const connected = this.#connectToWrite();
      if (!callback) return connected;
      connected.then(() => callback(), callback);
    }

    async #connectToWrite(): Promise<this> {
      try {
        await super.connect();
        const { rows } = await (super.query('SHOW transaction_read_only') as Promise<
          pg.QueryResult<{ transaction_read_only: string }>
        >);
        if (rows[0]?.transaction_read_only !== 'off') throw new NotPrimary();
        return this;
      } catch (error) {
        hosts.failed(this.address);
        void super.end().catch(() => undefined);
        throw error;
      }
    }
  } as typeof NamingClient;
}
