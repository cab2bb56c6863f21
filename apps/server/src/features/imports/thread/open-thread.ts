import type { Readable } from 'node:stream';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { AppError, messageOf } from '../../../platform/errors.ts';
import type { ThreadAnswer, ThreadData, ThreadTask } from './messages.ts';

/** What reading one file may take. Beyond it the thread is ended, and the file refused. */
export interface ThreadLimits {
  /** Milliseconds from a request to its answer. */
  stepMs: number;
  /** Milliseconds of all requests together. */
  totalMs: number;
  /** Megabytes of the thread's heap. */
  memoryMb: number;
}

export const THREAD_LIMITS: ThreadLimits = { stepMs: 20_000, totalMs: 300_000, memoryMb: 256 };

/** A thread of its own that reads one file. */
export interface FileThread {
  /**
   * Asks for the next answer; one request at a time. Throws what the file is refused for, AppError `importBeyondLimits` where it takes too
   * long or too much memory, and any other error where the thread fails.
   */
  ask(): Promise<ThreadAnswer>;
  /** Ends the thread wherever it is. */
  end(): Promise<void>;
}

export function openThread(source: Readable, task: ThreadTask, limits: ThreadLimits): FileThread {
  const channel = new MessageChannel();
  const data: ThreadData = { task, bytes: channel.port2 };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: data,
    transferList: [channel.port2],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  let settle: { resolve: (answer: ThreadAnswer) => void; reject: (error: unknown) => void } | undefined;
  let ended: Error | undefined;
  const fail = (error: unknown) => {
    ended ??= error instanceof Error ? error : new Error(messageOf(error));
    settle?.reject(ended);
  };
  worker.on('message', (answer: ThreadAnswer) => settle?.resolve(answer));
  worker.on('error', (error) => fail(isOutOfMemory(error) ? beyond('memory') : error));
  worker.on('exit', () => fail(new Error('The thread that read the file ended')));
  feed(source, channel.port1, fail);
  let spent = 0;
  let first = true;

  async function end(): Promise<void> {
    channel.port1.close();
    source.destroy();
    await worker.terminate();
  }

  return {
    end,
    async ask() {
      if (ended) throw ended;
      const began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      try {
        const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
          settle = { resolve, reject };
          const left = Math.min(limits.stepMs, limits.totalMs - spent);
          timer = setTimeout(() => fail(beyond('time')), Math.max(0, left));
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
          if (!first) worker.postMessage('next');
          first = false;
        });
        return orThrow(answer);
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

/** Sends the bytes of the file as the thread asks for them. */
function feed(source: Readable, port: MessagePort, fail: (error: unknown) => void): void {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  port.on('message', () => {
    chunks.next().then(({ done, value }) => {
      if (done) port.postMessage(null);
      else {
        const copy = new Uint8Array(value);
        port.postMessage(copy, [copy.buffer]);
      }
    }, fail);
  });
}

function orThrow(answer: ThreadAnswer): ThreadAnswer {
  if (answer.kind === 'refused') throw new AppError(answer.key, answer.values, answer.fields);
  if (answer.kind === 'failed') throw new Error(answer.message);
  return answer;
}

const beyond = (reason: 'time' | 'memory') => new AppError('importBeyondLimits', { reason });

const isOutOfMemory = (error: unknown) =>
  (error as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  /heap out of memory/.test(messageOf(error));
