import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const asRoot = process.getuid?.() === 0 && process.platform === 'linux';
const folder = asRoot ? await mkdtemp(path.join(homedir(), 'Sünfleet tëst 電力 ')) : '';
const clone = path.join(folder, 'the clone');
afterAll(() => (folder ? rm(folder, { recursive: true, force: true }) : undefined));

/** The project as a clone with its packages installed; links where the disk is the same. */
async function copyProject(): Promise<void> {
  await mkdir(clone);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const present = files.split('\0').filter((file) => file && existsSync(path.join(ROOT, file)));
  execFileSync('cp', ['--parents', '-t', clone, ...present], { cwd: ROOT });
  // A workspace has packages of its own where another one needs another version.
  const heavy = [
    'node_modules',
    'apps/web/dist',
    ...globSync('{apps,packages}/*/node_modules', { cwd: ROOT }),
  ];
  for (const from of heavy.map((name) => path.join(ROOT, name)).filter(existsSync)) {
    const to = path.join(clone, path.relative(ROOT, from));
    try {
      execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
    } catch {
      execFileSync('cp', ['-a', '-n', from, path.dirname(to)]);
    }
  }
}

/** `npm start` in the copy; resolves when it says that it is ready. */
async function npmStart(dataDir: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(dataDir ? { SUNFLEET_DATA_DIR: dataDir } : {}),
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_PORT: '0',
      SUNFLEET_MQTT_PORT: '0',
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_DEMO: 'off',
    },
  });
  // npm ends before the server does, which holds the pipes until its PostgreSQL has ended.
  const ended = once(child, 'close');
  return {
    url: await readyUrl(child),
    async stop() {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    },
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const url = /is ready:\s+(http:\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`npm start ended:\n${text}`)));
  });
}

async function stateOf(url: string): Promise<string> {
  return ((await (await fetch(`${url}/api/health`)).json()) as { data: { state: string } }).data.state;
}

test.skipIf(!asRoot)(
  'as root: it starts where nobody else may enter, on paths with spaces and letters of any script',
  async () => {
    await copyProject();
    await chmod(folder, 0o700);
    const apart = path.join(folder, 'données là');
    await mkdir(apart, { mode: 0o700 });
    for (const dataDir of [undefined, apart]) {
      const server = await npmStart(dataDir);
      expect(await stateOf(server.url)).toBe('ok');
      await server.stop();
    }
    const owner = (await stat(path.join(apart, 'postgres/cluster'))).uid;
    expect(owner).not.toBe(0);
    expect((await stat(apart)).mode & 0o777).toBe(0o700);
    // The account of a data directory stays, whichever one a new directory would get.
    const other = owner === 65534 ? 65533 : 65534;
    execFileSync('chown', ['-R', `${other}:${other}`, path.join(apart, 'postgres')]);
    await chown(path.join(apart, 'postgres'), 0, 0);
    const again = await npmStart(apart);
    expect(await stateOf(again.url)).toBe('ok');
    await again.stop();
  },
  300_000,
);
