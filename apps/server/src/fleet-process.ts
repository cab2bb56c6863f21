import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { childEnvironment } from './platform/child-environment.ts';
import { withoutCapabilities } from './platform/without-capabilities.ts';

/** Sending the past makes much garbage; a small heap keeps the process small, at no cost that shows. */
const SMALL_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=96'];
const PATIENCE_MS = 5000;
const SIMULATOR = path.join(import.meta.dirname, '../../simulator/src/main.ts');

/** Runs the demo fleet as a process of its own that speaks to this server's gateways; it is started again when it ends. */
export function startFleet(app: App, config: Config): { stop(): Promise<void> } {
  let stopped = false;
  let child = launch();
  function launch() {
    const args = [
      ...SMALL_HEAP,
      SIMULATOR,
      `--http=http://127.0.0.1:${app.ports.http}`,
      `--mqtt=mqtt://127.0.0.1:${app.ports.mqtt}`,
      `--v5=127.0.0.1:${app.ports.v5}`,
      `--state=${path.join(config.dataDir, 'fleet')}`,
      `--history=${config.demoHistoryDays}`,
    ];
    const needs = { script: SIMULATOR, folder: config.dataDir };
    const fleet = withoutCapabilities({ file: process.execPath, args }, needs);
    const started = spawn(fleet.file, fleet.args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: childEnvironment(),
    });
    // A process that could not start emits only `error`; one that runs emits `exit` at its end.
    started.on('error', () => undefined);
    started.once(started.pid === undefined ? 'error' : 'exit', again);
    return started;
  }
  function again() {
    if (!stopped) setTimeout(() => (stopped ? undefined : (child = launch())), 5000).unref();
  }
  return {
    /** Resolves when the fleet has written its state and ended: the folder is free then. */
    async stop() {
      stopped = true;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
