import type { Tariff } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewTariffs } from './tariff-view.ts';

/** Tariffs of the caller's organisation, or its own where it is in none. */
export function listTariffs({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<Tariff[]> {
  return viewTariffs(db, actor);
}
