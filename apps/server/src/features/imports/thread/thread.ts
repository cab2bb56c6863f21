import { once } from 'node:events';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, messageOf } from '../../../platform/errors.ts';
import { previewTable } from '../preview-table.ts';
import { readBytes } from '../reading/decode-text.ts';
import { openTable } from '../running/open-table.ts';
import type { ThreadAnswer, ThreadData } from './messages.ts';
import { batchesOf, buffersOf } from './row-batch.ts';

// The thread in which one file is read, so that the server goes on whatever the file does to its reader. See `open-thread.ts`.

const { task, bytes } = workerData as ThreadData;
const port = parentPort!;

/** The bytes of the file as they were uploaded. */
async function* uploaded(): AsyncGenerator<Buffer> {
  for (;;) {
    const heard = once(bytes, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    bytes.postMessage('next');
    const [chunk] = (await heard) as [Uint8Array | null];
    if (chunk === null) return;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** Answers, and resolves with the next request. */
async function answer(message: ThreadAnswer, handOver: ArrayBuffer[] = []): Promise<void> {
  const asked = once(port, 'message');
  port.postMessage(message, handOver);
  await asked;
}

async function work(): Promise<void> {
  const content = readBytes(Readable.from(uploaded(), { objectMode: false }));
  if (task.kind === 'preview') {
    await answer({ kind: 'preview', preview: await previewTable(content) });
    return;
  }
  const table = await openTable(content, task.mapping, task.now);
  await answer({
    kind: 'opened',
    columns: table.mapping.columns.map(({ sn, point }) => ({ sn, point })),
  });
  for await (const batch of batchesOf(table.rows)) await answer({ kind: 'rows', batch }, buffersOf(batch));
  await answer({ kind: 'end' });
}

function refusalOf(error: unknown): ThreadAnswer {
  if (!(error instanceof AppError)) return { kind: 'failed', message: messageOf(error) };
  const { key, values, fields } = error;
  return { kind: 'refused', key, values, ...(fields ? { fields: [...fields] } : {}) };
}

try {
  await work();
} catch (error) {
  port.postMessage(refusalOf(error));
}
