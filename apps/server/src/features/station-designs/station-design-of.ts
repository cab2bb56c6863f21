import type { StationDesign } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { maskFor } from '../accounts/index.ts';
import { requireStation } from '../stations/index.ts';

/** The arrays of a station, by version; none where it is not configured. Throws AppError `stationNotFound`. */
export async function stationDesignOf(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<StationDesign> {
  await requireStation(db, actor, id, 'stations.view');
  const design = await readDesign(db, id);
  const mask = maskFor(actor);
  if (!mask.active) return design;
  // Inverters are often called by their serial numbers.
  const rows = await db.selectFrom('devices').select('sn').where('stationId', '=', id).execute();
  const named = design.versions.flatMap(({ inverters }) => inverters.map(({ name }) => name)).join('\n');
  // Few of thousands of devices: each name is not looked through for all of them.
  const sns = rows.map(({ sn }) => sn).filter((sn) => named.includes(sn));
  const shown = (name: string) => sns.reduce((text, sn) => text.replaceAll(sn, mask.sn(sn)), name);
  const versions = design.versions.map((version) => ({
    ...version,
    inverters: version.inverters.map((inverter) => ({ ...inverter, name: shown(inverter.name) })),
  }));
  return { ...design, versions };
}

export async function readDesign(db: Db, id: number): Promise<StationDesign> {
  const row = await db
    .selectFrom('stationDesigns')
    .select(['versions', 'revision'])
    .where('stationId', '=', id)
    .executeTakeFirst();
  return row ?? { versions: [], revision: 0 };
}
