import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import { firmwareOrder, firmwareToken } from '../../../platform/firmware-token.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { hashToken } from '../../../platform/tokens.ts';

/** Orders that run are read so often at most, whoever asks for whatever. */
const READ_EVERY_MS = 250;

interface OpenOrder {
  order: string;
  organisationId: number | null;
}

/** Knows the tokens of orders that run, so that guesses cost no query and keep no device behind the same address from its image. */
export function createOpenOrders(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  box: Pick<SecretBox, 'derive'>,
) {
  let known: ReadonlyMap<string, OpenOrder> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let next: Promise<void> | undefined;

  /** Reads what began until now: whoever asks while it is read waits for the next time. */
  async function readNext(): Promise<void> {
    // Never at once: `next` is this reading only after this line.
    await delay(Math.max(0, READ_EVERY_MS - (performance.now() - readAt)));
    next = undefined;
    readAt = performance.now();
    const rows = await db
      .selectFrom('firmwareUpgradeDevices as one')
      .innerJoin('devices', 'devices.id', 'one.deviceId')
      .leftJoin('stations as home', 'home.id', 'devices.stationId')
      .select(['devices.sn', 'one.upgradeId', 'one.deviceId', 'one.attempt'])
      .select(
        sql<number | null>`coalesce(home.organisation_id, devices.organisation_id)`.as('organisationId'),
      )
      .where('one.state', 'in', ['checking', 'transferring', 'installing'])
      .where('one.beganAt', '>', new Date(clock.now() - LIMITS.firmwareUpgradeMs))
      .execute();
    known = new Map(
      rows.map(({ sn, upgradeId, deviceId, attempt, organisationId }) => [
        sn,
        { order: firmwareOrder(upgradeId, deviceId, attempt), organisationId },
      ]),
    );
  }

  async function find(sn: string, token: string): Promise<OpenOrder | undefined> {
    const open = known.get(sn);
    if (!open) return undefined;
    const wanted = hashToken(await firmwareToken(box, sn, open.order));
    return timingSafeEqual(wanted, hashToken(token)) ? open : undefined;
  }

  /** Who takes turns for a device that shows the token of its order. Throws AppError `wrongDeviceSecret`. */
  return async ({ sn, token }: { sn: string; token: string }): Promise<string> => {
    let open = await find(sn, token);
    if (!open) {
      await (next ??= readNext());
      open = await find(sn, token);
    }
    if (!open) throw new AppError('wrongDeviceSecret');
    return `organisation ${open.organisationId ?? sn}`;
  };
}
