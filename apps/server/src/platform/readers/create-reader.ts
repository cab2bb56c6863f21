import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { childEnvironment } from '../child-environment.ts';
import { AppError, messageOf } from '../errors.ts';
import type { Program } from '../without-capabilities.ts';
import type { FromReader, ToReader } from './messages.ts';
import { readerProgram } from './program.ts';

/** What reading one file may take. Beyond it the process is ended, and the file refused. */
export interface ReaderLimits {
  /** Milliseconds from a request to its answer. */
  stepMs: number;
  /** Milliseconds of all requests together. */
  totalMs: number;
  /** Megabytes of the heap. */
  memoryMb: number;
}

interface ReaderOptions {
  /** The module that reads: it exports a `ReadFile` as `readFile`. */
  module: URL;
  limits: ReaderLimits;
  /**
   * What a file is refused for that takes too long, or that ends its process by what it takes of memory or otherwise. `isKilled`: the process was ended by the system, as
   * where memory of the machine runs short, so that the file may not be to blame.
   */
  refusal(reason: 'time' | 'memory', isKilled?: boolean): AppError;
  /** Whether the module loads compiled code. */
  addons?: boolean;
}

/** Reads files of strangers in processes, one of its own for each file, which lives as long as the file is read. */
export interface Reader<Task, Answer> {
  open(source: Readable, task: Task): Reading<Answer>;
}

/** One file that is read. */
export interface Reading<Answer> {
  /**
   * Asks for the next answer; one request at a time. Throws what the file is refused for, AppError `storeUnavailable` where the process cannot be
   * started or was asked to end, and any other error where reading fails.
   */
  ask(): Promise<Answer>;
  /** Ends the process wherever it is; resolves when it is gone. */
  end(): Promise<void>;
}

/** Signals by which somebody asks a process to end; no file is to blame for them. */
const ASKED_TO_END: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

export function createReader<Task, Answer>(options: ReaderOptions): Reader<Task, Answer> {
  const { module, limits, refusal, addons = false } = options;
  let program: Program | undefined;
  return {
    open(source, task) {
      // By all threads of the process, and twice, so that nothing but a reader whose server is gone comes so far.
      const cpuSeconds = Math.ceil((limits.totalMs * 4) / 1000);
      program ??= readerProgram({ module, heapMb: limits.memoryMb, cpuSeconds, addons });
      return openReading<Task, Answer>({ source, task, program }, { limits, refusal });
    },
  };
}

function openReading<Task, Answer>(
  { source, task, program }: { source: Readable; task: Task; program: Program },
  { limits, refusal }: Pick<ReaderOptions, 'limits' | 'refusal'>,
): Reading<Answer> {
  const child = start(program);
  const exited = new Promise((resolve) => child.once(child.pid === undefined ? 'error' : 'exit', resolve));
  let settle: PromiseWithResolvers<FromReader<Answer>> | undefined;
  let ended: Error | undefined;
  let said = '';
  const fail = (error: unknown) => {
    ended ??= error instanceof Error ? error : new Error(messageOf(error));
    settle?.reject(ended);
  };
  // A process that is gone reads nothing; its end is heard of below.
  const tell = (message: ToReader<Task>) => void child.send?.(message, () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  child.on('error', (error) => fail(child.pid === undefined ? cannotRead(messageOf(error)) : error));
  child.once('exit', (code, signal) => fail(endOf({ code, signal, said }, refusal)));
  source.on('error', fail);
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  child.on('message', (message: FromReader<Answer>) => {
    if (message.kind !== 'more') settle?.resolve(message);
    else chunks.next().then(({ done, value }) => tell({ kind: 'bytes', value: done ? null : value }), fail);
  });
  let spent = 0;
  let first = true;

  async function end(): Promise<void> {
    source.destroy();
    child.kill('SIGKILL');
    await exited;
  }

  return {
    end,
    async ask() {
      if (ended) throw ended;
      const began = performance.now();
      settle = Promise.withResolvers();
      const left = Math.min(limits.stepMs, limits.totalMs - spent);
      const timer = setTimeout(() => fail(refusal('time')), Math.max(0, left));
      try {
        tell(first ? { kind: 'task', value: task } : { kind: 'next', value: null });
        first = false;
        return orThrow(await settle.promise, refusal);
      } catch (error) {
        await end();
        throw error;
      } finally {
        clearTimeout(timer);
        settle = undefined;
        spent += performance.now() - began;
      }
    },
  };
}

function start({ file, args }: Program): ChildProcess {
  try {
    return spawn(file, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      env: childEnvironment(),
    });
  } catch (error) {
    throw cannotRead(messageOf(error));
  }
}

function orThrow<Answer>(message: FromReader<Answer>, refusal: ReaderOptions['refusal']): Answer {
  if (message.kind === 'answer') return message.answer;
  if (message.kind === 'refused') throw new AppError(message.key, message.values, message.fields);
  if (message.kind === 'memory') throw refusal('memory');
  throw new Error(message.kind === 'failed' ? message.message : 'The reader asked for bytes as its answer');
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  said: string;
}

/** A heap that is full ends the process by a signal, or where there are none by a code beyond those of programs. */
function endOf({ code, signal, said }: End, refusal: ReaderOptions['refusal']): Error {
  if (ASKED_TO_END.has(signal)) return cannotRead(`ended by ${signal}`);
  if (signal !== null || code! > 127) return refusal('memory', signal === 'SIGKILL');
  return new Error(`The process that read the file ended with ${code}`, { cause: said });
}

const cannotRead = (reason: string) => new AppError('storeUnavailable', { store: 'reader', reason });
