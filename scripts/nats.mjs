// Installs Debian's NATS server for the tests of several servers, where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isThere = () => spawnSync('nats-server', ['--version']).status === 0;

/** Without it, tests of several servers are skipped, which this says. */
export function ensureNats() {
  if (isThere()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing nats-server for the tests of several servers ...');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], options);
  }
  if (!isThere())
    console.log(
      'There is no nats-server here: tests of several servers are skipped (Debian: apt-get install nats-server).',
    );
}
