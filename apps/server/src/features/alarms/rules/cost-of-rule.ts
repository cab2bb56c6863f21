import { setImmediate as breathe } from 'node:timers/promises';
import { alarmLosses } from '@sunfleet/analysis';
import { LIMITS, type AlarmRuleCost, type AlarmRuleInput } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { missingEnergy, STEP_MS } from '../../alarm-losses/index.ts';
import { readEpisodes, reachOf, type Episode } from './judge-devices.ts';
import type { JudgedRule } from './judge-sql.ts';
import { requireRule } from './rule-conditions.ts';
import { devicesOfRule, type RuleDevice } from './rule-devices.ts';
import { readMeasured, ruledBy } from './rule-rows.ts';
import { isTooSlow } from './rule-times.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'>;

const DAYS_MS = 30 * 86_400_000;
const HOUR_MS = 3_600_000;
/** A rule that would have raised more on a few stations is none that anybody wants, and those of thousands of devices would fill the memory. */
const MOST_EPISODES = 50_000;
/** Devices whose month is held at a time: each takes some tens of kilobytes, and a station may have thousands. */
const PRODUCERS_AT_ONCE = 20;
const LONGEST_MS = 30_000;

/**
 * What was missing in the last thirty days while alarms of a rule would have stood on some stations: expected less measured energy, as of alarms that did. Throws
 * AppError: noDataPermission, alarmRuleCondition, alarmRuleTooSlow.
 */
export async function costOfRule(
  { db, samples, clock }: Parts,
  actor: Actor,
  input: AlarmRuleInput,
): Promise<AlarmRuleCost> {
  const rule = requireRule(input);
  const devices: RuleDevice[] = [];
  const target = { ...input, organisationIds: [ruledBy(actor)] };
  for await (const page of devicesOfRule(db, target, await readMeasured(db, actor))) devices.push(...page);
  if (devices.length > LIMITS.alarmRuleDevices) throw new AppError('alarmRuleTooSlow');
  const to = Math.floor(clock.now() / STEP_MS) * STEP_MS;
  const from = to - DAYS_MS;
  const episodes = await episodesOf(samples, rule, { devices, from, to });
  const ofDevice = Map.groupBy(episodes, ({ device }) => device);
  const until = performance.now() + LONGEST_MS;
  const stations: AlarmRuleCost['stations'] = [];
  for (const [id, of] of Map.groupBy(devices, ({ stationId }) => stationId)) {
    const own = of.flatMap((one) => ofDevice.get(one.id) ?? []);
    if (own.length === 0) continue;
    const lost = await lostOn(samples, { station: id, devices: of, ofDevice, from, to, until });
    const stood = own.reduce((sum, { begin, end }) => sum + ((end || to) - begin), 0);
    stations.push({
      id,
      alarms: own.length,
      hours: stood / HOUR_MS,
      lost: lost === null ? null : lost / 1000,
    });
  }
  const known = stations.flatMap(({ lost }) => lost ?? []);
  return {
    alarms: episodes.length,
    hours: stations.reduce((sum, { hours }) => sum + hours, 0),
    devices: new Set(episodes.map(({ device }) => device)).size,
    lost: known.length > 0 ? known.reduce((sum, lost) => sum + lost, 0) : null,
    stations: stations.toSorted((a, b) => (b.lost ?? -1) - (a.lost ?? -1) || b.alarms - a.alarms),
  };
}

interface Asked {
  devices: readonly RuleDevice[];
  from: number;
  to: number;
}

async function episodesOf(samples: Parts['samples'], rule: JudgedRule, { devices, from, to }: Asked) {
  if (devices.length === 0) return [];
  try {
    const found = await readEpisodes(samples, [rule], {
      devices,
      standing: [],
      from: from / 1000 - reachOf([rule]),
      to: to / 1000,
      most: MOST_EPISODES + 1,
    });
    if (found.length > MOST_EPISODES) throw new AppError('alarmRuleTooSlow');
    return found.filter(({ raised }) => raised >= from);
  } catch (error) {
    throw isTooSlow(error) ? new AppError('alarmRuleTooSlow') : error;
  }
}

interface OnStation extends Asked {
  station: number;
  ofDevice: ReadonlyMap<number, readonly Episode[]>;
  /** When there is no more time, by `performance`. */
  until: number;
}

/** Wh; null where nothing says what the light was or what was measured, or the devices make no power. */
async function lostOn(
  samples: Parts['samples'],
  { station, devices, ofDevice, from, to, until }: OnStation,
): Promise<number | null> {
  const producers = devices.filter(({ id, share }) => share !== null && ofDevice.has(id));
  let lost: number | null = null;
  for (let at = 0; at < producers.length; at += PRODUCERS_AT_ONCE) {
    if (performance.now() > until) throw new AppError('alarmRuleTooSlow');
    const some = producers.slice(at, at + PRODUCERS_AT_ONCE);
    const missing = await missingEnergy(samples, {
      station,
      producers: some.map(({ id }) => id),
      shares: new Map(some.map(({ id, share }) => [id, share ?? 0])),
      from,
      to,
    });
    for (const { id } of some) {
      const spans = ofDevice.get(id)!.map(({ begin, end }) => ({ began: begin, ended: end || to }));
      const losses = alarmLosses(spans, { from, stepMs: STEP_MS, missing: missing.get(id)! });
      if (losses.some(({ known }) => known > 0))
        lost = losses.reduce((sum, { share }) => sum + share, lost ?? 0);
      // Others have their turn between devices.
      await breathe();
    }
  }
  return lost;
}
