import type { Language } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { judgeTexts, type GivenText } from './judge-texts.ts';
import { ownTextsOf } from './read-own-texts.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text'>;

/** Texts of a change that the audit log keeps word by word; it says how many there were. */
const LOGGED = 50;

/** Shows these texts in place of those of the product. Throws AppError `textsFaulty`, with the rows that are wrong, before anything is kept. */
export async function saveTexts(
  { db, clock, text }: Parts,
  context: RequestContext,
  { language, rows }: { language: Language; rows: readonly GivenText[] },
): Promise<{ changed: number }> {
  return db.transaction().execute(async (trx) => {
    // Of two who save at the same moment, the later one changes what the other saved.
    await holdSubjects(trx, ['own texts']);
    const { changes, faults } = await judgeTexts(language, rows, await ownTextsOf(trx, language));
    if (faults.length > 0) {
      const message = text(context.language, 'errors.textsFaulty');
      throw new AppError(
        'textsFaulty',
        {},
        faults.slice(0, LOGGED).map(({ row }) => ({ path: `body.rows.${row}.text`, message })),
      );
    }
    if (changes.length === 0) return { changed: 0 };
    const columns = [changes.map(({ domain }) => domain), changes.map(({ key }) => key)];
    await sql`DELETE FROM own_texts USING unnest(${columns[0]}::text[], ${columns[1]}::text[]) AS gone (domain, key)
      WHERE own_texts.language = ${language} AND own_texts.domain = gone.domain AND own_texts.key = gone.key`.execute(
      trx,
    );
    const own = changes.filter((change) => change.own);
    await sql`INSERT INTO own_texts (language, domain, key, text, user_id, changed_at)
      SELECT ${language}, domain, key, text, ${context.actor.userId}::bigint, ${new Date(clock.now())}::timestamptz
        FROM unnest(${own.map(({ domain }) => domain)}::text[], ${own.map(({ key }) => key)}::text[],
          ${own.map(({ after }) => after)}::text[]) AS told (domain, key, text)`.execute(trx);
    const logged = changes.slice(0, LOGGED);
    const wordsOf = (side: 'before' | 'after') =>
      Object.fromEntries(logged.map((change) => [`${change.domain}:${change.key}`, change[side]]));
    await writeAudit(trx, context, {
      action: 'texts.save',
      objectType: 'texts',
      objectId: language,
      before: wordsOf('before'),
      after: { ...wordsOf('after'), texts: changes.length },
    });
    await announceChange(trx, { texts: true });
    return { changed: changes.length };
  });
}

/** Shows all texts of a language as the product has them. */
export async function restoreTexts(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  language: Language,
): Promise<{ changed: number }> {
  return db.transaction().execute(async (trx) => {
    await holdSubjects(trx, ['own texts']);
    const gone = await trx
      .deleteFrom('ownTexts')
      .where('language', '=', language)
      .returning(['domain', 'key', 'text'])
      .execute();
    if (gone.length === 0) return { changed: 0 };
    const words = gone.slice(0, LOGGED).map(({ domain, key, text }) => [`${domain}:${key}`, text]);
    await writeAudit(trx, context, {
      action: 'texts.restore',
      objectType: 'texts',
      objectId: language,
      before: { ...Object.fromEntries(words), texts: gone.length },
    });
    await announceChange(trx, { texts: true });
    return { changed: gone.length };
  });
}
