import { createHash } from 'node:crypto';
import { accessOf, type Actor } from '../../platform/actor.ts';

/**
 * What decides over the cells of a file besides which stations are seen, as a digest: whoever has another role, organisation or permission by then
 * may see other cells.
 */
export function rightsOf(actor: Actor): string {
  const { scope, permissions } = accessOf(actor);
  const { role, organisationId, organisationPath } = actor;
  const rights = [role, organisationId, organisationPath, scope, [...permissions].toSorted()];
  return createHash('sha256').update(JSON.stringify(rights)).digest('hex');
}
