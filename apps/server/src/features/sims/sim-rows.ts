import type { SimAction, SimAlert, SimRow, SimStatus } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deviceScope } from '../scope/index.ts';
import { alertsOf } from './sim-alerts.ts';

const devices = expressionBuilder<Tables, 'devices'>();

/** Cards with their device, its state and its station, as far as the actor finds these. */
export const simSource = (actor: Actor): RawBuilder<unknown> => sql`
  sim_cards JOIN organisations ON organisations.id = sim_cards.organisation_id
    LEFT JOIN devices ON devices.id = sim_cards.device_id AND ${deviceScope(actor)(devices)}
    LEFT JOIN device_states AS state ON state.device_id = devices.id
    LEFT JOIN stations AS home ON home.id = devices.station_id`;

interface Row {
  id: number;
  iccid: string;
  msisdn: string | null;
  operator: string | null;
  plan: string | null;
  status: SimStatus;
  usedMb: number | null;
  volumeMb: number | null;
  usedAt: Date | null;
  cycleEnd: string | null;
  expiresOn: string | null;
  daysLeft: number | null;
  autoRenew: boolean;
  imei: string | null;
  imeiBefore: string | null;
  remark: string | null;
  renewalAskedAt: Date | null;
  failure: string | null;
  revision: number;
  organisationId: number;
  organisationName: string;
  deviceId: number | null;
  sn: string | null;
  deviceName: string | null;
  lastSeenAt: Date | null;
  stationId: number | null;
  stationName: string | null;
  alerts: SimAlert[];
  action: SimAction | null;
  requestState: 'queued' | 'failed' | null;
  reason: string | null;
}

interface Asked {
  where: RawBuilder<SqlBool>;
  /** Order and page. */
  end: RawBuilder<unknown>;
  today: string;
}

/** Cards under a condition on `simSource`. */
export async function readSims(db: Db, actor: Actor, { where, end, today }: Asked): Promise<SimRow[]> {
  const { rows } = await sql<Row>`
    SELECT sim_cards.id, iccid, msisdn, operator, plan, sim_cards.status, used_mb, volume_mb, used_at, cycle_end, expires_on,
           expires_on - ${today}::date AS days_left, auto_renew, imei, imei_before, sim_cards.remark, renewal_asked_at, failure,
           sim_cards.revision, organisations.id AS organisation_id, organisations.name AS organisation_name,
           devices.id AS device_id, devices.sn, devices.name AS device_name, state.last_seen_at,
           home.id AS station_id, home.name AS station_name, ${alertsOf(today)} AS alerts,
           asked.action, asked.state AS request_state, asked.reason
      FROM ${simSource(actor)}
      LEFT JOIN LATERAL (SELECT action, state, reason FROM sim_requests WHERE sim_id = sim_cards.id ORDER BY id DESC LIMIT 1) AS asked
        ON asked.state <> 'done'
     WHERE ${where} ${end}`.execute(db);
  return rows.map(toSim);
}

function toSim(row: Row): SimRow {
  const { organisationId, organisationName, deviceId, sn, deviceName, lastSeenAt, stationId, stationName } =
    row;
  const { action, requestState, reason, usedAt, renewalAskedAt, ...rest } = row;
  return {
    ...rest,
    usedAt: usedAt?.getTime() ?? null,
    renewalAskedAt: renewalAskedAt?.getTime() ?? null,
    organisation: { id: organisationId, name: organisationName },
    device:
      deviceId === null || sn === null
        ? null
        : { id: deviceId, sn, name: deviceName, lastSeenAt: lastSeenAt?.getTime() ?? null },
    station: stationId === null || stationName === null ? null : { id: stationId, name: stationName },
    request: action === null || requestState === null ? null : { action, state: requestState, reason },
  };
}
