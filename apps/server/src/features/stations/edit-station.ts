import { localTimeOf } from '@sunfleet/analysis';
import {
  currencyRule,
  type RouteRequest,
  type routes,
  STATION_FIELDS,
  type StationDetail,
  type StationField,
} from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { askRecut } from './ask-recut.ts';
import { getStation } from './get-station.ts';
import { readEdits } from './list-station-edits.ts';
import { logged } from './logged-fields.ts';
import { holdStation } from './require-station.ts';
import { requireZone } from './require-zone.ts';
import { tidied } from './tidied-fields.ts';
import { zoneOfPlace } from './zone-of-place.ts';

interface Edit {
  id: number;
  /** That of the station as it was read before it was changed. */
  version: number;
  fields: Omit<RouteRequest<(typeof routes)['editStation']>['body'], 'version'>;
}

type Values = Awaited<ReturnType<typeof readValues>>;

/** Fields by which town and region are found. */
const OF_PLACE: readonly StationField[] = ['latitude', 'longitude', 'country', 'province', 'city', 'address'];
/** Fields by which energies are cut into local days, and days into light and dark. */
const OF_DAYS: readonly StationField[] = ['timeZone', 'latitude', 'longitude'];

/**
 * Changes fields of a station. Somebody who saved other values since the version they read is told who saved which fields, and nothing changes;
 * who sends what stands there already is right, however old the version, so that the same call twice does no harm.
 * Throws AppError: stationNotFound, stationEdited, invalidInput.
 */
export async function editStation(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  edit: Edit,
): Promise<StationDetail> {
  const { actor, language } = context;
  await platform.db.transaction().execute(async (trx) => {
    await holdStation(trx, actor, edit.id, { permission: 'stations.edit', changes: 'station' });
    const { version, ...stored } = await readValues(trx, edit.id);
    const next = await nextOf(trx, { stored, edit, words: { language, text: platform.text } });
    const changed = STATION_FIELDS.filter((name) => next[name] !== stored[name]);
    if (changed.length === 0) return;
    if (edit.version !== version) throw await editedMeanwhile(platform, context, { trx, edit, version });
    const rule = currencyRule(next);
    if (rule) throw brokenRule({ language, text: platform.text }, 'body.currency', rule);
    const now = platform.clock.now();
    await write(trx, context, { id: edit.id, changed, before: stored, after: next, now });
  });
  return getStation(platform, actor, edit.id, language);
}

function readValues(trx: Transaction<Tables>, id: number) {
  return trx
    .selectFrom('stations')
    .select(STATION_FIELDS)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type Fields = Omit<Values, 'version'>;

/** What the station is after it. A zone that is cleared follows from the place; one that stays is whatever it was. */
async function nextOf(
  trx: Transaction<Tables>,
  { stored, edit, words }: { stored: Fields; edit: Edit; words: Words },
): Promise<Fields> {
  const named = Object.entries(tidied(edit.fields)).filter(([, value]) => value !== undefined);
  const next = { ...stored, ...Object.fromEntries(named) } as Fields & { timeZone: string | null };
  const timeZone = next.timeZone ?? zoneOfPlace(next);
  return {
    ...next,
    timeZone: timeZone === stored.timeZone ? timeZone : await requireZone(trx, words, timeZone),
  };
}

/** Says who saved other values, when, and which fields. */
async function editedMeanwhile(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  { trx, edit, version }: { trx: Transaction<Tables>; edit: Edit; version: number },
): Promise<AppError> {
  const { timeZone } = await readValues(trx, edit.id);
  const edits = await readEdits(trx, { id: edit.id, since: edit.version, version });
  const saidOf = ({ at, by }: { at: number; by: string | null }) => ({
    who: by ?? '–',
    when: `${localTimeOf(at, timeZone).slice(0, 16).replace('T', ' ')} (${timeZone})`,
  });
  const [newest] = edits;
  // A version that the station never had.
  if (!newest) return new AppError('invalidInput', { fields: 'body.version' });
  const fields = STATION_FIELDS.flatMap((name) => {
    const last = edits.find((one) => one.fields.includes(name));
    return last
      ? [{ path: `body.${name}`, message: text(language, 'errors.stationEdited', saidOf(last)) }]
      : [];
  });
  return new AppError('stationEdited', saidOf(newest), fields);
}

interface Written {
  id: number;
  changed: readonly StationField[];
  before: Fields;
  after: Fields;
  now: number;
}

async function write(
  trx: Transaction<Tables>,
  context: RequestContext,
  { id, changed, before, after, now }: Written,
): Promise<void> {
  const only = (values: Fields) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  const touches = (names: readonly StationField[]) => names.some((name) => changed.includes(name));
  await trx
    .updateTable('stations')
    .set((eb) => ({
      ...only(after),
      version: eb('version', '+', 1),
      ...(touches(OF_PLACE) ? { placedAt: null } : {}),
    }))
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, context, {
    action: 'stations.edit',
    objectType: 'station',
    objectId: id,
    stationId: id,
    before: logged(only(before)),
    after: logged(only(after)),
  });
  if (touches(OF_PLACE)) await askForJob(trx, 'stations.place');
  if (changed.includes('name')) await askForJob(trx, 'stations.fold');
  if (touches(OF_DAYS)) await askRecut(trx, { stationId: id }, now);
  await announceChange(trx, { stations: [id] });
}
