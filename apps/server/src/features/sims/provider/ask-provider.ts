import type { SimAction } from '@sunfleet/contract';
import { sql } from 'kysely';
import { reasonOf, RefusedOutside } from '../../../platform/ask-outside.ts';
import { AppError } from '../../../platform/errors.ts';
import { FAMILY } from '../../../platform/families.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SimProvider } from '../../../platform/sim-provider.ts';
import { takeShare } from '../../../platform/take-share.ts';
import { askCard } from './ask-card.ts';
import { keepCard } from './keep-card.ts';
import { mayStillOrder } from './may-still-order.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Requests of this server that are on their way at a time. */
const AT_ONCE = 4;
/** The job begins again before it counts as lost. */
const RUN_MS = 4 * MINUTE_MS;
/** Figures are asked for once a day, and after a failure within an hour. */
const AGAIN_AFTER_FAILURE_MS = 60 * MINUTE_MS;
/** A request that was not answered is sent again, under the same key, with growing waits, so many times. */
const MOST_TRIES = 6;
/** So many failures in a row: the provider is away, and the next run tries again. */
const MOST_FAILURES = 3;

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/**
 * Orders what waits, and asks for figures that are a day old: the job `sims.ask`. Any number of servers share the work, and organisations take turns. A provider
 * that refuses a card is there: the cards of one organisation that it does not know keep nobody else's waiting.
 */
export async function askProvider(platform: Parts, signal: AbortSignal): Promise<void> {
  const provider = platform.config.sims;
  if (!provider) return;
  const run: Run = { until: performance.now() + RUN_MS, failures: 0, used: new Map() };
  const line = async () => {
    while (!signal.aborted && performance.now() < run.until && run.failures < MOST_FAILURES) {
      const worked = (await order(platform, provider, run)) ?? (await refresh(platform, provider, run));
      if (worked === undefined) return;
      if (worked !== 'refused') run.failures = worked === 'failed' ? run.failures + 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  signal.throwIfAborted();
  await platform.db.transaction().execute((trx) => addJob(trx, 'sims.alert', {}));
}

/** Undefined: nothing waits. */
type Worked = 'answered' | 'refused' | 'failed' | undefined;

const isRefusal = (error: unknown): boolean => error instanceof RefusedOutside && error.status < 500;

/** What it means for the run that a request failed. A provider that refuses a card is there, unless it says that it is asked too much. */
function workedOf(error: unknown): 'refused' | 'failed' {
  return isRefusal(error) && (error as RefusedOutside).status !== 429 ? 'refused' : 'failed';
}

interface Run {
  /** By `performance.now()`. */
  until: number;
  failures: number;
  /** Requests of this run by organisation, of which the one that had fewest comes next. */
  used: Map<number, number>;
}

/** Joins what organisations have used in a run as `used`. */
const joinUsed = ({ used }: Run) => sql`
  LEFT JOIN jsonb_to_recordset(${JSON.stringify([...used].map(([organisation, n]) => ({ organisation, n })))}::jsonb)
    AS used (organisation bigint, n int) ON used.organisation = card.organisation_id`;

const noteUsed = ({ used }: Run, organisationId: number): void =>
  void used.set(organisationId, (used.get(organisationId) ?? 0) + 1);

interface Claimed {
  id: number;
  simId: number;
  userId: number | null;
  organisationId: number;
  iccid: string;
  action: SimAction;
  key: string;
  tries: number;
}

/** One request that is due. It is held by the time of its next try, so that a server that dies over it leaves it to another one. */
async function order(platform: Parts, provider: SimProvider, run: Run): Promise<Worked> {
  const { db, clock, log } = platform;
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    UPDATE sim_requests SET tries = tries + 1, due_at = ${new Date(now)}::timestamptz + least(tries + 1, 6) * interval '2 minutes'
     FROM sim_cards WHERE sim_cards.id = sim_requests.sim_id AND sim_requests.id = (
       SELECT waiting.id FROM sim_requests waiting JOIN sim_cards card ON card.id = waiting.sim_id ${joinUsed(run)}
        WHERE waiting.state = 'queued' AND waiting.due_at <= ${new Date(now)}
        ORDER BY coalesce(used.n, 0), waiting.due_at, waiting.id LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED)
     RETURNING sim_requests.id, sim_id, user_id, organisation_id, iccid, action, key, tries`.execute(db);
  const claimed = rows[0];
  if (!claimed) return undefined;
  noteUsed(run, claimed.organisationId);
  const end = (state: 'done' | 'failed', reason: string | null) =>
    db
      .updateTable('simRequests')
      .set({ state, reason })
      .where('id', '=', claimed.id)
      .where('state', '=', 'queued')
      .execute();
  try {
    if (!(await mayStillOrder(platform, claimed))) {
      await end('failed', 'whoever ordered it may not any more');
      return 'refused';
    }
    await take(platform, provider, claimed.organisationId);
    const { iccid, action, key } = claimed;
    const told = await askCard(platform, provider, { iccid, order: { action, key } });
    await keepCard(db, { id: claimed.simId, told, at: now });
    await end('done', null);
    return 'answered';
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) throw error;
    const reason = reasonOf(error);
    log.warn({ reason, action: claimed.action }, 'the provider of SIM cards did not do what it was asked');
    // What it refuses it refuses again; what it did not answer it may have done, and the key tells it so.
    if (isRefusal(error) || claimed.tries >= MOST_TRIES) await end('failed', reason);
    return workedOf(error);
  }
}

/** The card whose figures are the oldest of those that are due, of the organisation whose turn it is. */
async function refresh(platform: Parts, provider: SimProvider, run: Run): Promise<Worked> {
  const { db, clock, log } = platform;
  const now = clock.now();
  const { rows } = await sql<{ id: number; organisationId: number; iccid: string }>`
    UPDATE sim_cards SET asked_at = ${new Date(now)} WHERE id = (
      SELECT card.id FROM sim_cards card ${joinUsed(run)} WHERE card.status <> 'terminated'
         AND (card.asked_at IS NULL OR card.asked_at <= CASE WHEN card.failure IS NULL THEN ${new Date(now - DAY_MS)}::timestamptz
              ELSE ${new Date(now - AGAIN_AFTER_FAILURE_MS)}::timestamptz END)
       ORDER BY coalesce(used.n, 0), card.asked_at NULLS FIRST, card.id LIMIT 1 FOR UPDATE OF card SKIP LOCKED)
    RETURNING id, organisation_id, iccid`.execute(db);
  const card = rows[0];
  if (!card) return undefined;
  noteUsed(run, card.organisationId);
  try {
    await take(platform, provider, card.organisationId);
    await keepCard(db, { id: card.id, told: await askCard(platform, provider, card), at: now });
    return 'answered';
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) throw error;
    const failure = reasonOf(error);
    log.warn({ reason: failure }, 'the provider of SIM cards did not tell a card');
    await db.updateTable('simCards').set({ failure }).where('id', '=', card.id).execute();
    return workedOf(error);
  }
}

/** Counts a request. Throws AppError `tooManyRequests` where those of the day are used up, or one family of organisations would leave fewer to the others than it has had. */
const take = ({ db, clock }: Parts, { perDay }: SimProvider, organisationId: number) =>
  db.transaction().execute(async (trx) => {
    const { family } = await trx
      .selectFrom('organisations')
      .select(FAMILY.as('family'))
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow();
    await takeShare(trx, { ofAll: 'requests to the provider of SIM cards', family, perDay }, clock.now());
  });
