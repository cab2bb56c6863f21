import type { Label } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readDeviceScope, readStationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const devices = expressionBuilder<Tables, 'devices'>();

/** Labels of the actor's organisation by name, or one of them, with how many of the objects in its scope carry each. */
export async function viewLabels(db: Db, actor: Actor, id?: number): Promise<Label[]> {
  const [scope, ofDevices] = await Promise.all([readStationScope(db, actor), readDeviceScope(db, actor)]);
  const { rows } = await sql<Label>`
    SELECT labels.id, labels.name, labels.description, labels.color, labels.organisation_id,
           (SELECT count(*) FROM station_labels link JOIN stations ON stations.id = link.station_id
             WHERE link.label_id = labels.id AND ${scope(stations)}) AS stations,
           (SELECT count(*) FROM device_labels link JOIN devices ON devices.id = link.device_id
             WHERE link.label_id = labels.id AND ${ofDevices(devices)}) AS devices
      FROM labels
     WHERE labels.organisation_id = ${actor.organisationId} AND ${id === undefined ? sql`true` : sql`labels.id = ${id}`}
     ORDER BY lower(labels.name COLLATE pg_c_utf8)`.execute(db);
  return rows;
}
