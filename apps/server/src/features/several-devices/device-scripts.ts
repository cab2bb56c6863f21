import { FALLBACK_LANGUAGE, type RunKind } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { languageOf } from '../../platform/text.ts';
import { labelDevices, moveDevice, nameProduct, unbindDevice } from '../devices/index.ts';
import { addAndRemove } from '../labels/index.ts';
import type { RunScript, RunWork } from '../runs/index.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'text'>;

/** What the runs of this feature do, as their rows keep it. */
export interface Definitions {
  move: { stationId: number };
  unbind: Record<string, never>;
  label: { add: number[]; remove: number[] };
  product: { productId: number | null };
}

type Kind = keyof Definitions;

/**
 * Moves, unbinds, labels devices and names their product, each by the verb for one device and by what its person may do then. A device that was done by a server which is
 * gone is done again: moving it to where it is and the same labels change nothing, and one that is free already counts as unbound. One that others moved since the
 * run began is left where they put it.
 */
export function createDeviceScripts(platform: Parts): Readonly<Record<Kind & RunKind, RunScript>> {
  return {
    move: (work) =>
      attempt(platform, work, async (context) => {
        const { stationId } = work.definition as Definitions['move'];
        await moveDevice(platform, context, { id: work.deviceId, stationId, chosenAt: work.stationId });
      }),
    unbind: (work) =>
      attempt(platform, work, async (context) => {
        if (await isFree(platform, work)) return;
        await unbindDevice(platform, context, work.deviceId, work.stationId);
      }),
    label: (work) =>
      attempt(platform, work, async (context) => {
        const change = addAndRemove(work.definition as Definitions['label']);
        await labelDevices(platform, context, { ids: [work.deviceId], ...change });
      }),
    product: (work) =>
      attempt(platform, work, async (context) => {
        const { productId } = work.definition as Definitions['product'];
        await nameProduct(platform, context, { deviceId: work.deviceId, productId });
      }),
  };
}

/** A refusal ends the device with the words of it, in the language of whoever started the run; the fault of a store is thrown. */
async function attempt(
  { db, text }: Parts,
  { actor }: RunWork,
  act: (context: RequestContext) => Promise<void>,
): ReturnType<RunScript> {
  const person = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  const language = languageOf(person?.language ?? null, FALLBACK_LANGUAGE);
  try {
    await act({ actor, language, address: null, bearer: '' });
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const detail = error.fields?.[0]?.message ?? text(language, `errors.${error.key}`, error.values);
    return { state: 'failed', failure: 'denied', detail };
  }
}

/** Whether the organisation of the person has freed it already. */
async function isFree({ db }: Pick<Parts, 'db'>, { deviceId, actor }: RunWork): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('stationId', 'is', null)
    .where('freedFrom', '=', actor.organisationId)
    .executeTakeFirst();
  return row !== undefined;
}
