import type { AuditObject, Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deviceScope, stationScope } from '../scope/index.ts';
import { firmwareScope } from '../firmware/index.ts';
import { isGiven, isReceived } from '../grants/index.ts';
import { rulesOf } from '../alarms/index.ts';
import { batchScope } from '../device-batches/index.ts';
import { runScope } from '../runs/index.ts';
import { viewScope } from '../saved-views/index.ts';
import { simScope } from '../sims/index.ts';
import { taskScope } from '../tasks/index.ts';
import { tariffScope } from '../tariffs/index.ts';
import { invitingScope, ofOrganisations, organisationScope } from '../organisations/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const devices = expressionBuilder<Tables, 'devices'>();

/** Where the names of the objects of one type stand, and which of these objects the actor may know. */
interface Naming {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** May be null: the object has no name then, but it is there. */
  name: RawBuilder<unknown>;
  known: Expression<SqlBool>;
}

/** How the objects of the audit log are named; null where none has a name. */
export const NAMINGS: Readonly<Record<AuditObject, ((actor: Actor) => Naming) | null>> = {
  station: (actor) => ({ ...table('stations'), known: stationScope(actor)(stations) }),
  device: (actor) => ({
    ...table('devices', sql`coalesce(devices.name, devices.sn)`),
    known: deviceScope(actor)(devices),
  }),
  alarm: (actor) => ({
    ...table('alarms', sql`alarms.code`),
    from: sql`alarms JOIN stations ON stations.id = alarms.station_id`,
    known: stationScope(actor, 'alarms.view')(stations),
  }),
  alarmRule: (actor) => ({
    ...table('alarm_rules', sql`coalesce(nullif(alarm_rules.name, ''), alarm_rules.pack)`),
    known: ifMay(actor, 'alarms.rules', rulesOf(actor)),
  }),
  alarmShield: (actor) => ({
    ...table('alarm_shields', sql`alarm_shields.code`),
    from: sql`alarm_shields LEFT JOIN stations ON stations.id = alarm_shields.station_id`,
    known: sql<SqlBool>`(${stationScope(actor, 'alarms.view')(stations)} OR alarm_shields.organisation_id = ${actor.organisationId})`,
  }),
  import: (actor) => ({
    ...table('imports', sql`imports.file_name`),
    from: sql`imports JOIN stations ON stations.id = imports.station_id`,
    known: stationScope(actor, 'imports.run')(stations),
  }),
  stationBatch: (actor) => ({
    ...table('station_batches', sql`station_batches.file_name`),
    known: sql<SqlBool>`station_batches.user_id = ${actor.userId}`,
  }),
  deviceImport: (actor) => ({
    ...table('device_imports', sql`device_imports.file_name`),
    known: sql<SqlBool>`device_imports.user_id = ${actor.userId}`,
  }),
  label: (actor) => ({
    ...table('labels'),
    known: ifMay(actor, 'labels.view', ofOrganisation(actor, sql`labels.organisation_id`)),
  }),
  component: (actor) => ({
    ...table('components', sql`components.manufacturer || ' ' || components.model`),
    known: ifMay(
      actor,
      'stations.view',
      sql<SqlBool>`(components.organisation_id IS NULL OR ${ofOrganisation(actor, sql`components.organisation_id`)})`,
    ),
  }),
  product: (actor) => ({
    ...table('products', sql`products.manufacturer || ' ' || products.model`),
    known: ifMay(
      actor,
      'operations.view',
      sql<SqlBool>`(products.organisation_id IS NULL OR ${ofOrganisations(actor, 'products')})`,
    ),
  }),
  ownProfile: (actor) => ({
    ...table('own_profiles', sql`own_profiles.data->>'brand'`),
    known: ifMay(actor, 'operations.view', ofOrganisations(actor, 'own_profiles')),
  }),
  deviceBatch: (actor) => ({
    ...table('device_batches'),
    known: ifMay(actor, 'operations.view', batchScope(actor)),
  }),
  instruction: (actor) => ({
    ...table('instructions'),
    known: ifMay(actor, 'operations.view', ofOrganisations(actor, 'instructions')),
  }),
  instructionSet: (actor) => ({
    ...table('instruction_sets'),
    known: ifMay(actor, 'operations.view', ofOrganisations(actor, 'instruction_sets')),
  }),
  run: (actor) => ({ ...table('runs'), known: runScope(actor) }),
  sim: (actor) => ({
    ...table('sim_cards', sql`sim_cards.iccid`),
    known: simScope(actor, 'sims.view'),
  }),
  task: (actor) => ({
    ...table('tasks'),
    known: ifMay(actor, 'operations.view', taskScope(actor, 'operations.view')),
  }),
  firmware: (actor) => ({
    ...table('firmware', sql`firmware.name || ' ' || firmware.version`),
    known: ifMay(actor, 'firmware.view', firmwareScope(actor)),
  }),
  firmwareKey: (actor) => ({
    ...table('firmware_keys'),
    known: ifMay(
      actor,
      'firmware.view',
      sql<SqlBool>`EXISTS (SELECT 1 FROM firmware WHERE firmware.key_id = firmware_keys.id AND ${firmwareScope(actor)})`,
    ),
  }),
  savedView: (actor) => ({ ...table('saved_views'), known: viewScope(actor) }),
  tariff: (actor) => ({ ...table('tariffs'), known: ifMay(actor, 'tariffs.view', tariffScope(actor)) }),
  organisation: (actor) => ({
    ...table('organisations'),
    known: ifMay(actor, 'organisations.view', organisationScope(actor)()),
  }),
  role: (actor) => ({
    ...table('roles'),
    from: sql`roles JOIN organisations ON organisations.id = roles.organisation_id`,
    known: ifMay(actor, 'roles.view', organisationScope(actor)()),
  }),
  user: (actor) => ({
    ...table('users'),
    from: sql`users LEFT JOIN organisations ON organisations.id = users.organisation_id`,
    known: sql<SqlBool>`(users.id = ${actor.userId} OR ${ifMay(actor, 'members.view', organisationScope(actor)())})`,
  }),
  // An invitation is named after its recipient; one to nobody in particular has no name.
  invite: (actor) => ({
    ...table('invites', sql`coalesce(invites.email, invites.phone)`),
    from: sql`invites JOIN organisations ON organisations.id = invites.organisation_id`,
    known: ifMay(actor, 'members.view', invitingScope(actor)()),
  }),
  // A grant is named after its recipient, and for its giver after what was typed until that side accepted.
  grant: (actor) => ({
    from: sql`grants g LEFT JOIN users grantee ON grantee.id = g.to_user_id
      LEFT JOIN organisations firm ON firm.id = g.to_organisation_id`,
    id: sql`g.id`,
    name: sql`CASE WHEN g.state = 'accepted' OR (g.state = 'revoked' AND g.answered_at IS NOT NULL) THEN coalesce(grantee.name, firm.name)
      WHEN g.to_account IS NOT NULL AND g.created_by IS DISTINCT FROM ${actor.userId}::bigint THEN NULL
      ELSE coalesce(g.to_account, g.to_code, grantee.name, firm.name) END`,
    known: sql<SqlBool>`(${isGiven(actor)} OR ${isReceived(actor)})`,
  }),
  ingestKey: (actor) => ({
    ...table('ingest_keys'),
    from: sql`ingest_keys JOIN organisations ON organisations.id = ingest_keys.organisation_id`,
    known: ifMay(actor, 'ingestKeys.manage', organisationScope(actor)()),
  }),
  apiKey: (actor) => ({ ...table('api_keys'), known: sql<SqlBool>`api_keys.user_id = ${actor.userId}` }),
  passkey: (actor) => ({ ...table('passkeys'), known: sql<SqlBool>`passkeys.user_id = ${actor.userId}` }),
  message: (actor) => ({
    ...table('outbox', sql`outbox.recipient`),
    known: ifMay(actor, 'platform.manage', sql<SqlBool>`true`),
  }),
  // Sessions have no name.
  session: null,
  // A proposal is named by its route, which the entry tells.
  proposal: null,
  // Limits and stops of the whole platform.
  commands: null,
  // Themes are saved for all hosts at once, and the entry names each host.
  texts: null,
  themes: null,
};

function table(name: string, named: RawBuilder<unknown> = sql.ref(`${name}.name`)): Omit<Naming, 'known'> {
  return { from: sql.table(name), id: sql.ref(`${name}.id`), name: named };
}

function ifMay(actor: Actor, permission: Permission, condition: Naming['known']): RawBuilder<SqlBool> {
  return may(actor, permission) ? sql<SqlBool>`(${condition})` : sql<SqlBool>`false`;
}

/** Labels are of one's own organisation, without those below it. */
function ofOrganisation(actor: Actor, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return accessOf(actor).scope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${column} = ${actor.organisationId}`;
}
