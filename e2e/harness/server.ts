import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder, emptyFolder } from './born-folder.ts';

const MAIN = path.join(import.meta.dirname, '../../apps/server/src/main.ts');

export const ADMIN = { email: 'admin@example.test', password: 'Journey-Admin-1' };

export interface RunningServer {
  url: string;
  ports: { http: number; mqtt: number; v5: number };
  dataDir: string;
  process: ChildProcess;
  /** Output so far, for messages of failed tests. */
  output(): string;
  /** Ends the server and removes its data unless `keep`. */
  stop(options?: { keep?: boolean; signal?: NodeJS.Signals }): Promise<void>;
}

export interface ServerOptions {
  demo?: boolean;
  /** Starts on an empty folder, as at somebody who has just installed it. */
  fresh?: boolean;
  dataDir?: string;
  environment?: Record<string, string>;
}

/** A real server process on a data folder of its own and ports of the system's choice; resolves when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir =
    options.dataDir ?? (await (options.fresh ? emptyFolder() : dataFolder(options.environment ?? {})));
  const child = spawn(process.execPath, [MAIN, ...(options.demo ? ['--with-fleet'] : [])], {
    env: {
      ...process.env,
      SUNFLEET_DATA_DIR: dataDir,
      SUNFLEET_PORT: '0',
      SUNFLEET_MQTT_PORT: '0',
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_LOG_LEVEL: 'warn',
      SUNFLEET_DEMO: options.demo ? 'on' : 'off',
      SUNFLEET_ADMIN_EMAIL: ADMIN.email,
      SUNFLEET_ADMIN_PASSWORD: ADMIN.password,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ports = await announced(child, () => text);
  return {
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    dataDir,
    process: child,
    output: () => text,
    async stop({ keep = false, signal = 'SIGTERM' } = {}) {
      await ended(child, signal);
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads the ports off the lines the server prints when it is ready. */
function announced(child: ChildProcess, output: () => string): Promise<RunningServer['ports']> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server did not start:\n${output()}`)));
    const look = () => {
      const http = /is ready:\s+http:\/\/localhost:(\d+)/.exec(output());
      const others = /MQTT (\d+)\s+V5 loggers (\d+)/.exec(output());
      if (http && others) resolve({ http: Number(http[1]), mqtt: Number(others[1]), v5: Number(others[2]) });
    };
    child.stdout?.on('data', look);
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
