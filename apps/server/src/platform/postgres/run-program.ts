import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import { childEnvironment } from '../child-environment.ts';
import type { ServerUser } from './server-user.ts';

/** A directory of PostgreSQL's data and whom its programs run as. */
export interface DataPlace {
  data: string;
  user: ServerUser | undefined;
}

/**
 * Arguments that name the data directory to the programs. Another account may not be able to walk to that folder (below root's
 * home), so its programs start inside the folder and find it as their working directory.
 */
export function dataOption({ data, user }: DataPlace): string {
  return user && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : data;
}

/**
 * Runs one of PostgreSQL's programs in the data directory. In a terminal the process has a group of its own: Ctrl+C must not end
 * it before the server has written what it holds. Elsewhere it is in the server's group and ends together with it.
 */
export function runProgram(
  place: DataPlace,
  program: string,
  args: readonly string[],
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn(program, args, {
    // The folder is entered before the account changes.
    cwd: place.data,
    detached: process.platform !== 'win32' && isatty(0),
    windowsHide: true,
    stdio: [stdin, 'pipe', 'pipe'],
    env: childEnvironment({ LC_ALL: 'C', LANG: 'C' }),
    ...place.user,
  });
}

/** What a program wrote last. */
export function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}
