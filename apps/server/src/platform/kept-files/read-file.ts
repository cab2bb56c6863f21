import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '../readers/messages.ts';
import { drawPicture, type Drawn } from './draw-picture.ts';

/** Draws one uploaded picture, in a process of its own. */
export const readFile: ReadFile<{ isCover: boolean }, Drawn> = async ({ task, bytes, answer }) => {
  await answer(await drawPicture(await buffer(bytes), task.isCover));
};
