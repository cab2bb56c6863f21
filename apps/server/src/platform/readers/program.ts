import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../child-environment.ts';
import { type Program, withoutCapabilities } from '../without-capabilities.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');
/** All that a reader may open: the code. Neither the data folder nor files of the system. */
const CODE = ['apps/server', 'packages', 'node_modules', 'package.json'];
const MAIN = fileURLToPath(new URL('./process.ts', import.meta.url));
/** What Node itself reserves for its code and stacks, and for the buffers of a reader, which lie beside its heap. */
const BESIDE_HEAP_MB = 1280;
/** Where the system runs out of memory it ends a reader first, never the server. */
const BOUND =
  '{ echo 1000 >/proc/self/oom_score_adj; ulimit -t "$0"; ulimit -d "$1"; } 2>/dev/null; shift; exec "$@"';

export interface ReaderNeeds {
  /** The module that says how to read, of this project. */
  module: URL;
  heapMb: number;
  /** Seconds of a processor after which it ends, whoever still asks. */
  cpuSeconds: number;
  /** Whether it loads compiled code. */
  addons: boolean;
}

/**
 * Node that reads one file: it opens no files but the code, writes none, reaches no network and starts nothing. Where the system has the tools it has
 * no capabilities, is bounded in all its memory and its time, and ends together with the server.
 */
export function readerProgram({ module, heapMb, cpuSeconds, addons }: ReaderNeeds): Program {
  const node = {
    file: process.execPath,
    args: [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...CODE.map((name) => `--allow-fs-read=${realpathSync(path.join(ROOT, name))}`),
      ...(addons ? ['--allow-addons'] : []),
      MAIN,
      module.href,
    ],
  };
  if (process.platform !== 'linux') return node;
  const inner = endingWithServer(withoutCapabilities(node, { script: MAIN }));
  const limits = [String(cpuSeconds), String((heapMb + BESIDE_HEAP_MB) * 1024)];
  return { file: 'sh', args: ['-c', BOUND, ...limits, inner.file, ...inner.args] };
}

/** Killed by the system when the server is, even where it never looks up. */
function endingWithServer(program: Program): Program {
  const options = ['--pdeathsig', 'KILL'];
  const tried = spawnSync('setpriv', [...options, 'true'], { env: childEnvironment(), stdio: 'ignore' });
  return tried.status === 0
    ? { file: 'setpriv', args: [...options, program.file, ...program.args] }
    : program;
}
