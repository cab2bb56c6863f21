import type { Label, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { viewLabels } from './label-view.ts';
import { requireLabel } from './require-label.ts';

/** Changes what is named of a label. Throws AppError: labelNotFound, invalidInput (name taken). */
export async function updateLabel(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, changes }: { id: number; changes: RouteRequest<(typeof routes)['updateLabel']>['body'] },
): Promise<Label> {
  const { actor } = context;
  const changed = platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const { name, description, color } = await requireLabel(trx, actor, id);
    const before = { name, description, color };
    const after = {
      name: changes.name?.trim() ?? name,
      description: changes.description ?? description,
      color: changes.color ?? color,
    };
    await trx.updateTable('labels').set(after).where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'labels.edit',
      objectType: 'label',
      objectId: id,
      before,
      after,
    });
    return (await viewLabels(trx, actor, id))[0]!;
  });
  return changed.catch((error: unknown) => {
    throw atNameField(platform, context, { error, constraint: 'labels__name', rule: 'labelNameTaken' });
  });
}
