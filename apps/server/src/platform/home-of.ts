import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** The organisation that what an actor makes belongs to. Throws AppError `noDataPermission` for somebody without one. */
export function homeOf({ organisationId }: Pick<Actor, 'organisationId'>): number {
  if (organisationId === null) throw new AppError('noDataPermission');
  return organisationId;
}
