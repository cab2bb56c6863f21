import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '../../src/platform/readers/messages.ts';

/** What a file may make of its reader. */
export type Misdeed =
  | 'heap'
  | 'buffers'
  | 'loop'
  | 'sleep'
  | 'kill'
  | 'terminate'
  | 'exit'
  | 'environment'
  | { opens: string };

const keep: unknown[] = [];

export const MISDEEDS = {
  heap() {
    for (;;) keep.push(Array.from({ length: 1000 }, (_, n) => ({ n })));
  },
  buffers() {
    for (;;) keep.push(Buffer.alloc(10 * 1024 * 1024, 1));
  },
  loop() {
    for (;;) keep.length = 0;
  },
  sleep: () => new Promise<never>(() => undefined),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  // Without the handlers that every reader has.
  terminate() {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  },
  exit: () => process.exit(1),
};

/** Answers with the number of its process, and then commits the misdeed. */
export const readFile: ReadFile<Misdeed, unknown> = async ({ task, bytes, answer }) => {
  await buffer(bytes);
  await answer(process.pid);
  if (task === 'environment') await answer(process.env);
  else if (typeof task === 'object') await answer(await reached(task.opens));
  else await MISDEEDS[task]();
  await MISDEEDS.sleep();
};

/** What of the surroundings can be reached: a file to read, one to write, a program, the network. */
async function reached(file: string): Promise<string[]> {
  const tries = {
    read: () => readFileSync(file),
    write: () => writeFileSync(`${file}.new`, 'x'),
    program: () => spawnSync('true'),
    network: () =>
      new Promise((resolve, reject) => connect(9, '127.0.0.1').on('connect', resolve).on('error', reject)),
  };
  const found: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    const code = await Promise.resolve()
      .then(attempt)
      .then(
        () => 'reached',
        (error: NodeJS.ErrnoException) => error.code,
      );
    if (code !== 'ERR_ACCESS_DENIED') found.push(`${name}: ${code}`);
  }
  return found;
}
