import type { Label } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewLabels } from './label-view.ts';

/** Labels of the actor's organisation. An actor without an organisation has none. */
export function listLabels({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<Label[]> {
  return viewLabels(db, actor);
}
