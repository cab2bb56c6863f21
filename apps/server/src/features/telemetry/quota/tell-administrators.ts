import { ADDRESSES } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { waysToAdministrators } from '../../organisations/index.ts';
import { publicLink, sendMessage } from '../../outbox/index.ts';
import { noteTold, type OrganisationRoom, type TakenInSoFar } from './quota.queries.ts';
import type { SampleAccount } from './sample-account.ts';

/** Per cent of a quota at which administrators hear of it. */
const TOLD_AT = [100, 80] as const;

interface Used {
  account: SampleAccount;
  room: OrganisationRoom;
  sum: TakenInSoFar;
}

/** Tells the administrators of an organisation that it nears or has reached what it may store, each once a day. */
export async function tellAdministrators(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { account, room, sum }: Used,
): Promise<void> {
  const { limits, stored } = account;
  const ofDay = sum.samples / limits.perDay;
  const ofAll = stored / limits.stored;
  const reached =
    TOLD_AT.find((percent) => Math.max(ofDay, ofAll) >= percent / 100) ??
    // They hear why devices of one owner are refused.
    (account.ownerRefused ? TOLD_AT[1] : undefined);
  if (reached === undefined || reached <= sum.told || !(await noteTold(trx, sum, reached))) return;
  const now = clock.now();
  const link = publicLink(config, `${ADDRESSES.organisations}?id=${room.id}&tab=details`);
  for (const way of await waysToAdministrators(trx, room.id)) {
    const figure = (value: number) => new Intl.NumberFormat(way.language).format(value);
    const values = {
      organisation: room.name,
      ...(ofDay >= ofAll
        ? { used: figure(sum.samples), limit: figure(limits.perDay) }
        : { used: figure(stored), limit: figure(limits.stored) }),
      link,
    };
    const template = ofDay >= ofAll ? dayTemplate(reached) : storedTemplate(reached);
    await sendMessage(trx, { ...way, template, values, now });
  }
}

const dayTemplate = (percent: number) => (percent === 100 ? 'dayQuotaReached' : 'dayQuotaNear');
const storedTemplate = (percent: number) => (percent === 100 ? 'storedQuotaReached' : 'storedQuotaNear');
