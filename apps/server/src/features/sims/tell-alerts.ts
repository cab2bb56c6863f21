import { ADDRESSES, FALLBACK_LANGUAGE, type SimAlert } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { waysToAdministrators } from '../organisations/index.ts';
import { publicLink, sendMessage, wayTo, type Way } from '../outbox/index.ts';
import { cardsText } from './cards-text.ts';
import { alertsOf, dayOf } from './sim-alerts.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/** What is told, with its figure: per cent of the data, or days before the end. */
const TOLD = {
  volume80: { template: 'simVolume', figure: 80 },
  volume100: { template: 'simVolume', figure: 100 },
  ends60: { template: 'simEnding', figure: 60 },
  ends30: { template: 'simEnding', figure: 30 },
  ends7: { template: 'simEnding', figure: 7 },
} as const satisfies Partial<Record<SimAlert, object>>;
type ToldAlert = keyof typeof TOLD;

interface NewAlert {
  alert: ToldAlert;
  iccid: string;
  organisationId: number;
  ownerId: number | null;
}

/**
 * Tells the administrators of its organisation and the owner of its station what a card needs somebody for: each once for a cycle of its data or an
 * end, by whichever server notes it first, and many cards in one message. An organisation whose cards cannot be told of keeps no other one waiting. The
 * job `sims.alert`.
 */
export async function tellSimAlerts({ db, clock, config, log }: Parts): Promise<void> {
  const now = clock.now();
  await forgetPassed(db, dayOf(now));
  const { rows } = await sql<{ organisationId: number }>`
    SELECT DISTINCT organisation_id FROM sim_cards WHERE ${alertsOf(dayOf(now))} <> '{}' ORDER BY organisation_id`.execute(
    db,
  );
  await togetherOrAlone(
    rows.map(({ organisationId }) => organisationId),
    (organisations) => tellSome({ db, config }, organisations, now),
    (error, organisationId) =>
      log.error({ err: error, organisationId }, 'an organisation was not told of its SIM cards'),
  );
}

function tellSome(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  organisations: readonly number[],
  now: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const found = await noteNew(trx, organisations, now);
    for (const { way, alert, iccids } of await recipientsOf(trx, found)) {
      const { template, figure } = TOLD[alert];
      const link = publicLink(config, `${ADDRESSES.sims}?alert=${alert}`);
      const cards = cardsText([...iccids]);
      if (template === 'simVolume')
        await sendMessage(trx, { ...way, template, values: { percent: figure, cards, link }, now });
      else await sendMessage(trx, { ...way, template, values: { days: figure, cards, link }, now });
    }
  });
}

/** Where no cycle is known, data that fell below its limits again is told again when it reaches them. */
async function forgetPassed(db: Platform['db'], today: string): Promise<void> {
  await sql`
    DELETE FROM sim_told USING sim_cards
     WHERE sim_cards.id = sim_told.sim_id AND sim_told.term = '' AND NOT ${alertsOf(today)} && '{volume80,volume100}'`.execute(
    db,
  );
}

async function noteNew(
  trx: Transaction<Tables>,
  organisations: readonly number[],
  now: number,
): Promise<NewAlert[]> {
  const { rows } = await sql<NewAlert>`
    WITH noted AS (
      INSERT INTO sim_told (sim_id, alert, term, told_at)
      SELECT sim_cards.id, alert, coalesce(CASE WHEN alert LIKE 'volume%' THEN cycle_end ELSE expires_on END::text, ''), ${new Date(now)}
        FROM sim_cards, unnest(${alertsOf(dayOf(now))}) AS alert WHERE alert = ANY(${Object.keys(TOLD)}::text[])
         AND sim_cards.organisation_id = ANY(${[...organisations]}::bigint[])
       ORDER BY sim_cards.id
      ON CONFLICT DO NOTHING RETURNING sim_id, alert)
    SELECT noted.alert, sim_cards.iccid, sim_cards.organisation_id, stations.owner_id
      FROM noted JOIN sim_cards ON sim_cards.id = noted.sim_id
      LEFT JOIN devices ON devices.id = sim_cards.device_id
      LEFT JOIN stations ON stations.id = devices.station_id AND stations.ended_at IS NULL`.execute(trx);
  return rows;
}

interface Told {
  way: Way;
  alert: ToldAlert;
  iccids: Set<string>;
}

/** Each recipient once for an alert, with all its cards. */
async function recipientsOf(trx: Transaction<Tables>, found: readonly NewAlert[]): Promise<Told[]> {
  const administrators = new Map<number, Way[]>();
  for (const id of new Set(found.map(({ organisationId }) => organisationId)))
    administrators.set(id, await waysToAdministrators(trx, id));
  const owners = await waysToOwners(trx, found);
  const told = new Map<string, Told>();
  for (const { alert, iccid, organisationId, ownerId } of found) {
    const owner = ownerId === null ? undefined : owners.get(ownerId);
    for (const way of [...(administrators.get(organisationId) ?? []), ...(owner ? [owner] : [])]) {
      const key = `${alert} ${way.to}`;
      const known = told.get(key) ?? { way, alert, iccids: new Set<string>() };
      known.iccids.add(iccid);
      told.set(key, known);
    }
  }
  return [...told.values()];
}

async function waysToOwners(trx: Transaction<Tables>, found: readonly NewAlert[]): Promise<Map<number, Way>> {
  const ids = [...new Set(found.flatMap(({ ownerId }) => ownerId ?? []))];
  if (ids.length === 0) return new Map();
  const readers = await trx
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'language'])
    .where('id', 'in', ids)
    .where('lockedAt', 'is', null)
    .execute();
  return new Map(
    readers.flatMap((reader) => {
      const way = wayTo(reader, FALLBACK_LANGUAGE);
      return way ? [[reader.id, way] as const] : [];
    }),
  );
}
