import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../src/main.ts');

/** The administrator of servers whose stores a kit makes. */
export const ADMIN = { email: 'admin@example.test', password: 'Outer-Or-Born-1' };

/** A real server in a process of its own. */
export interface ServerProcess {
  /** 0: it has no such door. */
  ports: { http: number; mqtt: number; v5: number };
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Lets it stand still, and go on. */
  pause(): void;
  goOn(): void;
  /** Whether it still runs. */
  alive(): boolean;
  /** What it wrote so far. */
  output(): string;
}

/** Starts a server without the demo on a directory and resolves when it says that it is ready. */
export async function startServerProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SUNFLEET_DATA_DIR: dataDir,
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_PORT: '0',
      SUNFLEET_MQTT_PORT: '0',
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_DEMO: 'off',
      // Devices of these tests come by themselves.
      SUNFLEET_UNKNOWN_DEVICES: 'keep',
      SUNFLEET_LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  }
  return {
    ports: await portsOf(child, environment.SUNFLEET_ROLES === 'worker'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    alive: () => child.exitCode === null && child.signalCode === null,
    output: () => written,
  };
}

function portsOf(child: ChildProcess, hasNoDoors: boolean): Promise<ServerProcess['ports']> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-10_000);
      const http = /localhost:(\d+)/.exec(text)?.[1];
      const gateways = /MQTT (\d+)\s+V5 loggers (\d+)/.exec(text);
      if (http && (gateways || hasNoDoors || text.includes('  API reference')))
        resolve({ http: Number(http), mqtt: Number(gateways?.[1] ?? 0), v5: Number(gateways?.[2] ?? 0) });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${text}`)));
  });
}
