import { Readable } from 'node:stream';
import type { ReadFile } from '../../../platform/readers/messages.ts';
import { previewTable } from '../preview-table.ts';
import { readBytes } from '../reading/decode-text.ts';
import { openTable } from '../running/open-table.ts';
import type { FileAnswer, FileTask } from './messages.ts';
import { batchesOf } from './row-batch.ts';

/** Reads one uploaded file of measurements, in a process of its own. */
export const readFile: ReadFile<FileTask, FileAnswer> = async ({ task, bytes, answer }) => {
  const content = readBytes(Readable.from(bytes, { objectMode: false }));
  if (task.kind === 'preview') {
    await answer({ kind: 'preview', preview: await previewTable(content) });
    return;
  }
  const table = await openTable(content, task.mapping, task.now);
  await answer({
    kind: 'opened',
    columns: table.mapping.columns.map(({ sn, point }) => ({ sn, point })),
  });
  // Each is answered, so that the time of a step is that of a step.
  for await (const _ of table.pass(task.skip)) await answer({ kind: 'passed' });
  for await (const batch of batchesOf(table.rows)) await answer({ kind: 'rows', batch });
  await answer({ kind: 'end' });
};
