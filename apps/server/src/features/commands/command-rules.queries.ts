import { COMMAND_LIMITS, type CommandLimit, type CommandStop } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { holdFor } from '../command-stops/index.ts';

export type Limits = Readonly<Record<CommandLimit, number>>;
export type OwnLimits = Readonly<Record<CommandLimit, number | null>>;

/** What is set at one level: the platform, or an organisation. */
export interface LevelRules {
  /** Null: the platform. */
  organisationId: number | null;
  stopped: CommandStop | null;
  own: OwnLimits;
}

/**
 * What is set at the levels that hold for an organisation, the outermost first: the platform, the organisations that manage it, itself.
 * Levels at which nothing was ever set are left out. Without an organisation only the platform's holds.
 */
export async function readLevels(db: Db, organisationId: number | null): Promise<LevelRules[]> {
  const { rows } = await readRules(db, { organisationId });
  return rows.map((row) => ({
    organisationId: row.organisationId,
    stopped: row.stoppedAt && {
      at: row.stoppedAt.getTime(),
      by: row.stopper,
      reason: row.stopReason ?? '',
      byPlatform: row.stoppedByPlatform,
    },
    own: ownLimits(row),
  }));
}

const readRules = prepare('read_command_rules', (db, { organisationId }: { organisationId: number | null }) =>
  db
    .selectFrom('commandRules as rules')
    .leftJoin('users', 'users.id', 'rules.stoppedBy')
    .leftJoin('organisations as level', 'level.id', 'rules.organisationId')
    .selectAll('rules')
    .select('users.name as stopper')
    .where(holdFor(sql`${organisationId}`))
    // A level's path begins with those of the levels above it; the platform has none.
    .orderBy(sql`coalesce(length(level.scope_path), 0)`),
);

/** What was set at one level, out of its row. */
export const ownLimits = (row: OwnLimits): OwnLimits => limitsOf((name) => row[name]);

/** The limits after each level: nobody sets more than what holds above, so the lowest of all counts. */
export function lowest(above: Limits, own: OwnLimits): Limits {
  return limitsOf((name) => Math.min(above[name], own[name] ?? above[name]));
}

/** Limits of the platform: its administrators may set more than the settings say, and less. */
export function platformLimits(
  { commandLimits }: Pick<Config, 'commandLimits'>,
  levels: readonly Pick<LevelRules, 'organisationId' | 'own'>[],
): Limits {
  const platform = levels.find(({ organisationId }) => organisationId === null);
  return limitsOf((name) => platform?.own[name] ?? commandLimits[name]);
}

/** Limits that hold for an organisation, from its levels. */
export function organisationLimits(
  platform: Limits,
  levels: readonly Pick<LevelRules, 'organisationId' | 'own'>[],
): Limits {
  return levels
    .filter(({ organisationId }) => organisationId !== null)
    .reduce((above, { own }) => lowest(above, own), platform);
}

function limitsOf<T>(value: (name: CommandLimit) => T): Record<CommandLimit, T> {
  return Object.fromEntries(COMMAND_LIMITS.map((name) => [name, value(name)])) as Record<CommandLimit, T>;
}
