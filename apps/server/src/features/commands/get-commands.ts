import { COMMAND_LIMITS, type CommandLimit, type CommandRules } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireOrganisation } from '../organisations/index.ts';
import {
  type LevelRules,
  type Limits,
  organisationLimits,
  platformLimits,
  readLevels,
} from './command-rules.queries.ts';
import { readUsed } from './command-limits.queries.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Limits, use and stop of the whole platform. */
export async function getPlatformCommands({ db, clock, config }: Parts): Promise<CommandRules> {
  const levels = await readLevels(db, null);
  return {
    ...view(levels, null, { usual: config.commandLimits, now: platformLimits(config, levels) }),
    used: await readUsed(db, null, clock.now()),
  };
}

/** The same of one organisation. Throws AppError `organisationNotFound`. */
export async function getOrganisationCommands(
  { db, clock, config }: Parts,
  actor: Actor,
  organisationId: number,
): Promise<CommandRules> {
  await requireOrganisation(db, actor, organisationId);
  const levels = await readLevels(db, organisationId);
  const limits = { usual: await limitsAbove(db, config, organisationId), now: limitsHere(config, levels) };
  return { ...view(levels, organisationId, limits), used: await readUsed(db, organisationId, clock.now()) };
}

/** What an organisation's own limits may reach: what holds above it. */
export async function limitsAbove(db: Db, config: Parts['config'], organisationId: number): Promise<Limits> {
  const levels = await readLevels(db, organisationId);
  return limitsHere(
    config,
    levels.filter((level) => level.organisationId !== organisationId),
  );
}

const limitsHere = (config: Parts['config'], levels: readonly LevelRules[]): Limits =>
  organisationLimits(platformLimits(config, levels), levels);

function view(
  levels: readonly LevelRules[],
  organisationId: number | null,
  { usual, now }: Record<'usual' | 'now', Limits>,
) {
  const here = levels.find((level) => level.organisationId === organisationId);
  const above = levels.find((level) => level.organisationId !== organisationId && level.stopped !== null);
  const limits = COMMAND_LIMITS.map((name) => [
    name,
    { own: here?.own[name] ?? null, usual: usual[name], now: now[name] },
  ]);
  return {
    stopped: here?.stopped ?? null,
    stoppedAbove: above?.stopped ?? null,
    limits: Object.fromEntries(limits) as Record<CommandLimit, CommandRules['limits'][CommandLimit]>,
  };
}
