import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';

/** Whether the machine has `nats-server` (Debian's package of this name). */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

/** A NATS server of its own, on a port of its own. */
export async function startNats(port?: number) {
  const chosen = port ?? (await freePort());
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(chosen)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await readyLine(child.stderr);
  return {
    port: chosen,
    url: `nats://127.0.0.1:${chosen}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function readyLine(output: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-10_000);
      if (text.includes('Server is ready')) resolve();
    });
    output.once('end', () => reject(new Error(`nats-server did not start:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
