import {
  designFaults,
  type DesignVersion,
  type RouteRequest,
  type routes,
  type StationDesign,
} from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';
import { readDesign } from './station-design-of.ts';

type Input = RouteRequest<(typeof routes)['setStationDesign']>['body'];

/**
 * Sets the arrays of a station, over the revision that was read; every server expects its power by them from then on. Throws AppError:
 * stationNotFound, designChanged, invalidInput.
 */
export async function setStationDesign(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, versions, revision }: Input & { id: number },
): Promise<StationDesign> {
  const after = versions.map(trimmed);
  requireWhole(platform, context, after);
  return platform.db.transaction().execute(async (trx) => {
    await holdStation(trx, context.actor, id, { permission: 'stations.edit', changes: 'station' });
    const before = await readDesign(trx, id);
    if (before.revision !== revision) throw new AppError('designChanged', { id });
    const row = { versions: JSON.stringify(after), revision: revision + 1 };
    await trx
      .insertInto('stationDesigns')
      .values({ stationId: id, ...row })
      .onConflict((conflict) => conflict.column('stationId').doUpdateSet(row))
      .execute();
    await announceChange(trx, { stations: [id] });
    await writeAudit(trx, context, {
      action: 'stations.setDesign',
      objectType: 'station',
      objectId: id,
      stationId: id,
      before: { versions: before.versions.map(logged) },
      after: { versions: after.map(logged) },
    });
    return { versions: after, revision: row.revision };
  });
}

const trimmed = ({ arrays, ...version }: DesignVersion): DesignVersion => ({
  ...version,
  arrays: arrays.map(({ name, module, ...array }) => ({
    ...array,
    name: name.trim(),
    module: module && { ...module, model: module.model.trim() },
  })),
});

function requireWhole(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  versions: readonly DesignVersion[],
): void {
  const [first, ...others] = designFaults(versions).map(({ path, rule }) => ({
    path: `body.${path}`,
    message: text(language, `rules.${rule}`),
  }));
  if (first) throw new AppError('invalidInput', { fields: first.path }, [first, ...others].slice(0, 50));
}

/** The log names what counts of an array. */
const logged = ({ from, arrays }: DesignVersion) => ({
  from,
  arrays: arrays.map(({ name, tilt, azimuth, module, quantity, share }) =>
    [name, `${tilt}° / ${azimuth}°`, share === null ? `${quantity} × ${module?.model}` : `${share} %`].join(
      ', ',
    ),
  ),
});
