import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { ServerUser } from './server-user.ts';

/** A directory of PostgreSQL's data and whom its programs run as. */
export interface DataPlace {
  data: string;
  user: ServerUser | undefined;
}

/**
 * How the programs are told where their data are. An account other than ours may not be able to walk to the folder (below
 * root's home); it is started inside it instead and finds it as its own working directory.
 */
export function dataOption({ data, user }: DataPlace): string {
  return user && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : data;
}

/**
 * Runs one of PostgreSQL's programs in the data directory. In a terminal the process has a group of its own: Ctrl+C must not end
 * it before the server has written what it holds. Elsewhere whoever ends the group of the server ends it, too.
 */
export function runProgram(place: DataPlace, program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, {
    // The folder is entered before the account changes.
    cwd: place.data,
    detached: process.platform !== 'win32' && isatty(0),
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', LANG: 'C' },
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
