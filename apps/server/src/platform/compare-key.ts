import type { Platform } from './platform.ts';
import type { Db } from './postgres/client.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

const KNOWN = 'sunfleet';
const PURPOSE = 'the key that servers of this database have';

/**
 * Compares the key of secrets with the one that the database knows. Where it is another one, the log and health part `secretKey` say so, and
 * the server goes on: what devices measure is not to be lost because of a second factor, and a key that is lost comes back by no refusal.
 */
export async function compareKey({
  config,
  db,
  clock,
  log,
  health,
}: Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'health'>): Promise<void> {
  const box = createSecretBox(config);
  health.add({
    name: 'secretKey',
    essential: false,
    async check() {
      const { since, same } = await look(db, box);
      return {
        state: same ? 'ok' : 'degraded',
        detail: same
          ? { reason: null, knownSince: null }
          : { reason: 'another key', knownSince: since.toISOString() },
      };
    },
  });
  const own = { sealed: await box.seal(KNOWN, PURPOSE), since: new Date(clock.now()) };
  await db
    .insertInto('knownKey')
    .values(own)
    .onConflict((conflict) => conflict.column('one').doNothing())
    .execute();
  const { since, same } = await look(db, box);
  if (same) return;
  const knownSince = since.toISOString();
  if (config.secretKeyChanged) {
    await db.updateTable('knownKey').set(own).execute();
    log.warn({ knownSince }, 'another key of secrets than before is known from now on');
    return;
  }
  log.error(
    { knownSince },
    `${config.secretKey === undefined ? 'secret.key of the data directory' : 'SUNFLEET_SECRET_KEY'} is another key than before: ` +
      'authenticator apps and new secrets of devices that wait do not open. Stop, put the former key back and start again. ' +
      'Where it is lost or was changed by intention, start once with SUNFLEET_SECRET_KEY_CHANGED=on',
  );
}

/** The row is there: it is made at the start and never removed. */
async function look(db: Db, box: SecretBox): Promise<{ since: Date; same: boolean }> {
  const { sealed, since } = await db
    .selectFrom('knownKey')
    .select(['sealed', 'since'])
    .executeTakeFirstOrThrow();
  const same = await box.open(sealed, PURPOSE).then(
    (text) => text === KNOWN,
    () => false,
  );
  return { since, same };
}
