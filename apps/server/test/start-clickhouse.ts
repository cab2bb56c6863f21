import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** ClickHouse outside of any server, in a process of its own. */
export async function startClickhouse(directory: string) {
  const file = path.join(import.meta.dirname, 'clickhouse-front.ts');
  const child = spawn(process.execPath, [file, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${/port (\d+)/.exec(line.toString())![1]}/sunfleet`,
    /** Leaves its port open and answers nothing more. */
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
