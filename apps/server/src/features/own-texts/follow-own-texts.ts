import type { OwnTexts } from '@sunfleet/contract';
import { messageOf } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOwnTexts } from './read-own-texts.ts';

/** Keeps what a server says itself, errors and files, in the words of the installation, whichever server changed them. */
export async function followOwnTexts(
  { db, bus, log }: Pick<Platform, 'db' | 'bus' | 'log'>,
  use: (own: ReadonlyMap<string, OwnTexts>) => void,
): Promise<void> {
  const read = async () => use(await readOwnTexts(db));
  bus.subscribe('textsChanged', read);
  await read().catch((error: unknown) => log.warn({ err: messageOf(error) }, 'own texts are not read'));
}
