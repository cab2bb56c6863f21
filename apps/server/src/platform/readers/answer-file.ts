import { EventEmitter, once } from 'node:events';
import { AppError, messageOf } from '../errors.ts';
import type { FromReader, ReadFile, ToReader } from './messages.ts';

/** Answers the server as the module reads; for the process of `process.ts`. */
export async function answerFile(load: () => Promise<ReadFile<unknown, unknown>>): Promise<void> {
  const heard = new EventEmitter();
  const task = once(heard, 'task');
  process.on('message', ({ kind, value }: ToReader<unknown>) => heard.emit(kind, value));

  /** Resolves with what the server tells next of this kind. */
  async function ask(message: FromReader<unknown>, kind: ToReader<unknown>['kind']): Promise<unknown> {
    const told = once(heard, kind);
    process.send!(message);
    const [value] = (await told) as [unknown];
    return value;
  }

  async function* uploaded(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = (await ask({ kind: 'more' }, 'bytes')) as Uint8Array | null;
      if (chunk === null) return;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }

  try {
    const readFile = await load();
    await readFile({
      task: ((await task) as [unknown])[0],
      bytes: uploaded(),
      async answer(answer) {
        await ask({ kind: 'answer', answer }, 'next');
      },
    });
  } catch (error) {
    process.send!(refusalOf(error));
  }
}

function refusalOf(error: unknown): FromReader<never> {
  if (error instanceof AppError) {
    const { key, values, fields } = error;
    return { kind: 'refused', key, values, ...(fields ? { fields: [...fields] } : {}) };
  }
  const { code } = (error ?? {}) as { code?: unknown };
  const noRoom = code === 'ERR_MEMORY_ALLOCATION_FAILED' || /allocation failed/.test(messageOf(error));
  return noRoom ? { kind: 'memory' } : { kind: 'failed', message: messageOf(error) };
}
