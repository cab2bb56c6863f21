import { readFile as readWell } from '../../src/features/imports/process/read-file.ts';
import type { FileAnswer, FileTask } from '../../src/features/imports/process/messages.ts';
import type { ReadFile } from '../../src/platform/readers/messages.ts';
import { MISDEEDS } from './misbehave.ts';

/** Reads as it should until it has answered rows twice, then does what the address of this module says. */
export const readFile: ReadFile<FileTask, FileAnswer> = async (file) => {
  let rows = 0;
  await readWell({
    ...file,
    async answer(answer) {
      await file.answer(answer);
      if (answer.kind === 'rows') rows += 1;
      if (rows === 2) await misdeed();
    },
  });
};

const misdeed = MISDEEDS[new URL(import.meta.url).search.slice(1) as keyof typeof MISDEEDS];
