import { spawnSync } from 'node:child_process';
import { childEnvironment } from './child-environment.ts';

const DROP = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'];
/** Without its capabilities root reads and writes what belongs to it, as anybody else does. */
const CAN_WORK = '[ -x "$1" ] && [ -r "$2" ] && { [ $# = 2 ] || [ -w "$3" ]; }';

export interface Program {
  file: string;
  args: readonly string[];
}

/** What the program must be able to reach: itself, what it runs, and a folder if it writes to one. */
interface Needs {
  script: string;
  folder?: string;
}

/**
 * The program without the capabilities of root, where this process is root and the system has the tool that takes them away. Whether it
 * can work so is tried: the project may belong to somebody else. A program that runs as another account needs none of this, because the
 * kernel takes them when the account changes.
 */
export function withoutCapabilities(program: Program, { script, folder }: Needs): Program {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return program;
  const trial = ['sh', '-c', CAN_WORK, 'sh', program.file, script, ...(folder === undefined ? [] : [folder])];
  const tried = spawnSync('setpriv', [...DROP, ...trial], {
    env: childEnvironment(),
    stdio: 'ignore',
    timeout: 5000,
  });
  if (tried.status !== 0) return program;
  return { file: 'setpriv', args: [...DROP, program.file, ...program.args] };
}
