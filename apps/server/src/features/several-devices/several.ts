import type { RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameLabels } from '../labels/index.ts';
import { productNameFor } from '../products/index.ts';
import { requireStation } from '../stations/index.ts';
import type { Definitions } from './device-scripts.ts';
import { startSeveral } from './start-several.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;
type Started = Promise<{ runId: number; devices: number }>;
type Body<
  R extends 'editSeveralDevices' | 'moveSeveralDevices' | 'unbindSeveralDevices' | 'labelSeveralDevices',
> = RouteRequest<(typeof routes)[R]>['body'];

/** Throws AppError: stationNotFound, and as `startSeveral`. */
export async function moveSeveral(
  platform: Parts,
  context: RequestContext,
  { target, stationId, reason }: Body<'moveSeveralDevices'>,
): Started {
  const { name } = await requireStation(platform.db, context.actor, stationId, 'devices.create');
  const definition: Definitions['move'] = { stationId };
  return startSeveral(platform, context, {
    kind: 'move',
    permission: 'devices.delete',
    target,
    definition,
    name,
    reason,
  });
}

/** Throws AppError as `startSeveral`. */
export async function unbindSeveral(
  platform: Parts,
  context: RequestContext,
  { target, reason }: Body<'unbindSeveralDevices'>,
): Started {
  const definition: Definitions['unbind'] = {};
  return startSeveral(platform, context, {
    kind: 'unbind',
    permission: 'devices.delete',
    target,
    definition,
    name: '',
    reason,
  });
}

/** Throws AppError: productNotFound, and as `startSeveral`. */
export async function editSeveral(
  platform: Parts,
  context: RequestContext,
  { target, productId, reason }: Body<'editSeveralDevices'>,
): Started {
  const name = productId === null ? '' : await productNameFor(platform.db, context.actor, productId);
  const definition: Definitions['product'] = { productId };
  return startSeveral(platform, context, {
    kind: 'product',
    permission: 'devices.edit',
    target,
    definition,
    name,
    reason,
  });
}

/** Throws AppError: labelNotFound, and as `startSeveral`. */
export async function labelSeveral(
  platform: Parts,
  context: RequestContext,
  { target, add, remove }: Body<'labelSeveralDevices'>,
): Started {
  const definition: Definitions['label'] = { add, remove };
  const name = await nameLabels(platform.db, context.actor, [...add, ...remove]);
  return startSeveral(platform, context, {
    kind: 'label',
    permission: 'labels.create',
    target,
    definition,
    name,
  });
}
