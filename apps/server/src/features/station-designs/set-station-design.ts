import {
  designFaults,
  type DesignVersion,
  type RouteRequest,
  type routes,
  type StationDesign,
} from '@sunfleet/contract';
import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameComponents, withParameters } from '../components/index.ts';
import { oweExpected } from '../expected-power/index.ts';
import { holdStation } from '../stations/index.ts';
import { lettersOf, requireRoom } from './require-room.ts';
import { readDesign } from './station-design-of.ts';

type Input = RouteRequest<(typeof routes)['setStationDesign']>['body'];

/** Servers hear of a design within it; what they expect follows from their memory. */
const HEARD_MS = 2000;

/**
 * Sets the arrays of a station, over the revision that was read; every server expects its power by them from then on. Throws AppError:
 * stationNotFound, designChanged, componentNotFound, designsTooLong, invalidInput.
 */
export async function setStationDesign(
  platform: Pick<Platform, 'db' | 'text' | 'clock'>,
  context: RequestContext,
  { id, versions, revision }: Input & { id: number },
): Promise<StationDesign> {
  const after = versions.map(trimmed);
  requireWhole(platform, context, after);
  return platform.db.transaction().execute(async (trx) => {
    const holding = { permission: 'stations.edit', changes: 'station' } as const;
    const { organisationId } = await holdStation(trx, context.actor, id, holding);
    const before = await readDesign(trx, id);
    if (before.revision !== revision) throw new AppError('designChanged', { id });
    await nameComponents(trx, context.actor, { stationId: id, versions: after });
    const kept = await withParameters(trx, context.actor, { versions: after, before: before.versions });
    const row = { versions: JSON.stringify(kept), revision: revision + 1 };
    const letters = await lettersOf(trx, id);
    await trx
      .insertInto('stationDesigns')
      .values({ stationId: id, ...row })
      .onConflict((conflict) => conflict.column('stationId').doUpdateSet(row))
      .execute();
    await requireRoom(trx, { stationId: id, organisationId, actor: context.actor, before: letters });
    await announceChange(trx, { stations: [id] });
    // The models of servers do not see which array hangs on which input, by which strings are compared.
    if (!isDeepStrictEqual(stringsOf(before.versions), stringsOf(after)))
      await oweExpected(trx, [{ station: id, from: 0, to: platform.clock.now() }]);
    await askForJob(trx, 'expected.compute', { delayMs: HEARD_MS });
    await writeAudit(trx, context, {
      action: 'stations.setDesign',
      objectType: 'station',
      objectId: id,
      stationId: id,
      before: { versions: logged(before.versions) },
      after: { versions: logged(after) },
    });
    return { versions: after, revision: row.revision };
  });
}

const stringsOf = (versions: readonly DesignVersion[]) =>
  versions.map(({ from, arrays, inverters }) => ({
    from,
    arrays: arrays.map(({ name, series }) => [name, series]),
    inverters: inverters.map(({ name, inputs }) => ({ name, inputs })),
  }));

const trimmed = ({ arrays, inverters, ...version }: DesignVersion): DesignVersion => ({
  ...version,
  arrays: arrays.map(({ name, module, ...array }) => ({
    ...array,
    name: name.trim(),
    module: module && { ...module, model: module.model.trim() },
  })),
  inverters: inverters.map(({ name, type, inputs }) => ({
    name: name.trim(),
    type: type && { ...type, model: type.model.trim() },
    inputs: inputs.map((input) => ({ ...input, array: input.array.trim() })),
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

/** Letters that an entry of the log keeps of a design. */
const MOST_LETTERS = 4096;

/** The log names for ever what counts of each array; of a long design how many each version has, so that nobody fills the disk by changing one. */
function logged(versions: readonly DesignVersion[]): { from: string | null; arrays: string[] | number }[] {
  const named = versions.map(({ from, arrays }) => ({ from, arrays: arrays.map(lineOf) }));
  if (JSON.stringify(named).length <= MOST_LETTERS) return named;
  return named.map(({ from, arrays }) => ({ from, arrays: arrays.length }));
}

const lineOf = ({ name, tilt, azimuth, module, quantity, share }: DesignVersion['arrays'][number]): string =>
  [name, `${tilt}° / ${azimuth}°`, share === null ? `${quantity} × ${module?.model}` : `${share} %`].join(
    ', ',
  );
