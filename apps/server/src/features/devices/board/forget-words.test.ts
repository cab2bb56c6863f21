import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/makers.ts';
import { forgetWords } from './forget-words.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

test('words that no device is listed with any more go, and a device whose word went is listed anew', async () => {
  const [one, other] = [await makeDevice(platform, {}), await makeDevice(platform, {})];
  const say = (id: number, firmware: string) =>
    db.updateTable('devices').set({ firmware }).where('id', '=', id).execute();
  const wordOf = async (id: number) => {
    const { rows } = await sql<{ word: string | null }>`
      SELECT word FROM device_states LEFT JOIN listed_words ON listed_words.id = listed_firmware WHERE device_id = ${id}`.execute(
      db,
    );
    return rows[0]!.word;
  };
  const words = async () => {
    const { rows } = await sql<{ word: string }>`
      SELECT word FROM listed_words WHERE word LIKE 'word %' ORDER BY id`.execute(db);
    return rows.map(({ word }) => word);
  };
  for (const firmware of ['word 1', 'word 2', 'word 3']) await say(one.id, firmware);
  await say(other.id, 'word 2');
  await forgetWords(platform);
  expect(await words()).toEqual(['word 1', 'word 2', 'word 3']);
  await forgetWords(platform, { few: 1 });
  expect(await words()).toEqual(['word 2', 'word 3']);
  expect([await wordOf(one.id), await wordOf(other.id)]).toEqual(['word 3', 'word 2']);
  // As if it had taken the word up in the moment in which that went.
  await sql`DELETE FROM listed_words WHERE word = 'word 2'`.execute(db);
  expect(await wordOf(other.id)).toBeNull();
  await forgetWords(platform, { few: 1 });
  expect(await wordOf(other.id)).toBe('word 2');
});
