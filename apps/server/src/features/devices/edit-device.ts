import type { DeviceDetail, DeviceFields, DeviceKind } from '@sunfleet/contract';
import { profileById, toldSlave } from '@sunfleet/device-model';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { fitsOwnProfile } from '../own-profiles/index.ts';
import { namedProduct, settleWarranty } from '../products/index.ts';
import { getDevice } from './get-device.ts';
import { holdDevice } from './require-device.ts';
import { withModbusAddress } from './with-modbus-address.ts';

interface Edit {
  id: number;
  /** That of the device as it was read before it was changed; absent: it is changed as it stands. */
  version?: number;
  fields: { [F in keyof DeviceFields]?: DeviceFields[F] | undefined };
}

/** Columns that hold a field as it is. */
const COLUMNS = [
  'name',
  'model',
  'manufacturer',
  'profileId',
  'productId',
  'meterRole',
  'ratedPower',
  'productionDate',
  'warrantyEnd',
  'firstPowerOn',
  'soldOn',
  'remark',
  'energyOffset',
  'energyOffsetReason',
] as const satisfies readonly (keyof DeviceFields)[];
const FIELDS = [...COLUMNS, 'modbusAddress'] as const;

/**
 * Changes what is written down of a device. Where somebody saved other values since the version that was read, nothing changes; who sends what stands
 * there already is right, however old the version, so that the same call twice does no harm.
 * Throws AppError: deviceNotFound, deviceEdited, invalidInput.
 */
export async function editDevice(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  edit: Edit,
): Promise<DeviceDetail> {
  await platform.db.transaction().execute((trx) => editDeviceIn(trx, { platform, context }, edit));
  return getDevice(platform, context.actor, edit.id);
}

/** The same in a transaction of the caller. */
export async function editDeviceIn(
  trx: Transaction<Tables>,
  { platform, context }: { platform: Pick<Platform, 'text'>; context: RequestContext },
  edit: Edit,
): Promise<void> {
  const held = await holdDevice(trx, context.actor, edit.id, 'devices.edit');
  const { version, attributes, organisationId, before } = await read(trx, edit.id);
  await requireFitting(trx, { platform, context }, { kind: held.kind, organisationId, fields: edit.fields });
  const after = withReason({ ...before, ...wanted(edit.fields) });
  requireReason(platform, context, after);
  const { productId } = after;
  if (productId !== null && productId !== before.productId)
    await namedProduct(trx, { platform, context }, { productId, kind: held.kind, organisationId });
  const changed = FIELDS.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  if (edit.version !== undefined && edit.version !== version) throw new AppError('deviceEdited');
  const { modbusAddress, ...columns } = after;
  const set = {
    ...columns,
    warrantyOfProduct: false,
    attributes: JSON.stringify(withModbusAddress(attributes, modbusAddress)),
    version: version + 1,
  };
  await trx.updateTable('devices').set(set).where('id', '=', edit.id).execute();
  await settleWarranty(trx, sql`devices.id = ${edit.id}`);
  await writeAudit(trx, context, {
    action: 'devices.edit',
    objectType: 'device',
    objectId: edit.id,
    stationId: held.stationId,
    before: only(before, changed),
    after: only(after, changed),
  });
  const stations = held.stationId === null ? [] : [held.stationId];
  await announceChange(trx, { devices: [edit.id], stations });
}

/** A family, or a profile of the device's organisation, reads devices of its kind, and only meters stand somewhere in the flow of energy. */
async function requireFitting(
  trx: Transaction<Tables>,
  { platform, context }: { platform: Pick<Platform, 'text'>; context: RequestContext },
  {
    kind,
    organisationId,
    fields,
  }: { kind: DeviceKind; organisationId: number | null; fields: Edit['fields'] },
): Promise<void> {
  const words = { language: context.language, text: platform.text };
  const { profileId, meterRole } = fields;
  const fits =
    !profileId ||
    profileById(profileId)?.deviceKind === kind ||
    (await fitsOwnProfile(trx, { profileId, kind, organisationId }));
  if (!fits) throw brokenRule(words, 'body.profileId', 'profileInvalid');
  if (meterRole && kind !== 'meter') throw brokenRule(words, 'body.meterRole', 'meterRoleInvalid');
}

/** A reason of no offset says nothing. */
const withReason = (fields: DeviceFields): DeviceFields =>
  fields.energyOffset === null ? { ...fields, energyOffsetReason: null } : fields;

/** Nobody takes an amount for a measured one. */
function requireReason(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  { energyOffset, energyOffsetReason }: DeviceFields,
): void {
  if (energyOffset !== null && energyOffsetReason === null)
    throw brokenRule({ language, text }, 'body.energyOffsetReason', 'correctionReasonEmpty');
}

async function read(trx: Transaction<Tables>, id: number) {
  const { version, attributes, organisationId, warrantyOfProduct, ...columns } = await trx
    .selectFrom('devices')
    .select(COLUMNS)
    .select(['version', 'attributes', 'organisationId', 'warrantyOfProduct'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before: DeviceFields = {
    ...columns,
    // What follows from the terms of its product nobody typed.
    warrantyEnd: warrantyOfProduct ? null : columns.warrantyEnd,
    modbusAddress: toldSlave(attributes) ?? null,
  };
  return { version, attributes, organisationId, before };
}

/** The fields that are named; a text without letters is none. */
function wanted(fields: Edit['fields']): Partial<DeviceFields> {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, value === '' ? null : value]));
}

function only(values: DeviceFields, names: readonly (keyof DeviceFields)[]): Partial<DeviceFields> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
