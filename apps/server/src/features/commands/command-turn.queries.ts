import { sql } from 'kysely';
import type { AskedCommand } from '../../platform/links/command-book.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { holdFor } from '../command-stops/index.ts';
import { ofKey, sameCommand } from './command-rows.queries.ts';
import { ownLimits, type LevelRules } from './command-rules.queries.ts';

/** What a command meets when it has its turn. */
export interface CommandTurn {
  /** The command that its key has already. */
  known: { id: number; same: boolean } | undefined;
  isStopped: boolean;
  /** Limits at the levels above the device, the outermost first. */
  levels: readonly Pick<LevelRules, 'organisationId' | 'own'>[];
}

/** Reads it in one statement, because a command waits for each. */
export async function readTurn(
  db: Db,
  asked: AskedCommand,
  organisationId: number | null,
): Promise<CommandTurn> {
  const of = { caller: asked.to.actor.userId ?? 0, key: asked.idempotencyKey, organisationId };
  const { rows } = await readKeyAndRules(db, of);
  const [first] = rows;
  const { knownId = null, knownDevice = null, knownRequest = null } = first ?? {};
  const levels = rows.filter(({ isLevel }) => isLevel);
  return {
    known:
      knownId === null
        ? undefined
        : { id: knownId, same: sameCommand(asked, { deviceId: knownDevice, request: knownRequest }) },
    isStopped: levels.some(({ stoppedAt }) => stoppedAt !== null),
    levels: levels.map((row) => ({ organisationId: row.organisationId, own: ownLimits(row) })),
  };
}

interface KeyAndLevels {
  caller: number;
  key: string;
  organisationId: number | null;
}

/** A row for each level, and one where there is none. */
const readKeyAndRules = prepare('read_command_turn', (db, { caller, key, organisationId }: KeyAndLevels) =>
  db
    .selectFrom(sql<{ one: number }>`(VALUES (1))`.as('turn'))
    .leftJoin('commands as known', (join) => join.on(ofKey('known', { caller, key })))
    .leftJoin('commandRules as rules', (join) => join.on(holdFor(sql`${organisationId}`)))
    .leftJoin('organisations as level', 'level.id', 'rules.organisationId')
    .selectAll('rules')
    .select(sql<boolean>`rules.ctid IS NOT NULL`.as('isLevel'))
    .select(['known.id as knownId', 'known.deviceId as knownDevice', 'known.request as knownRequest'])
    // A level's path begins with those of the levels above it; the platform has none.
    .orderBy(sql`coalesce(length(level.scope_path), 0)`),
);
