import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { readsOf, STEP_S } from './condition-sql.ts';
import { judgeSql, type JudgedRule } from './judge-sql.ts';
import { areasOf } from './station-areas.ts';
import type { RuleDevice } from './rule-devices.ts';
import { endsAfter, LONGEST_QUERY_S } from './rule-times.ts';

/** What the query over some devices is bound to. */
export function siteParams(devices: readonly RuleDevice[]) {
  const groups = new Map<string, number>();
  const groupOf = (peers: string) => {
    const group = groups.get(peers) ?? groups.size + 1;
    groups.set(peers, group);
    return group;
  };
  return {
    areas: areasOf(devices),
    stores: devices.map(({ kind }) => (kind === 'hybrid' ? 1 : 0)),
    held: devices.map(({ held }) => (held ? 1 : 0)),
    generation: devices.map(({ meterRole }) => (meterRole === 'generation' ? 1 : 0)),
    devices: devices.map(({ id }) => id),
    stations: devices.map(({ stationId }) => stationId),
    groups: devices.map(({ peers }) => groupOf(peers)),
    lats: devices.map(({ latitude }) => latitude),
    lons: devices.map(({ longitude }) => longitude),
    rateds: devices.map(({ ratedPower }) => ratedPower ?? 0),
    shares: devices.map(({ share }) => share ?? 0),
  };
}

/** Seconds before a moment that can play a part in what holds then. */
export function reachOf(rules: readonly JudgedRule[]): number {
  const of = ({ raise, clear, consecutive, onDelay, offDelay }: JudgedRule) => {
    const { window } = readsOf(clear ? [raise, clear] : [raise]);
    return window * 60 + 2 * Math.max(consecutive * STEP_S, onDelay * 60, offDelay * 60);
  };
  return Math.max(...rules.map(of));
}

/** Times are epoch milliseconds. */
export interface Episode {
  device: number;
  /** Place in the list of rules. */
  rule: number;
  /** 0: it stood before. */
  begin: number;
  raised: number;
  /** 0: it goes on. */
  end: number;
  /** End of the newest mean. */
  last: number;
}

/** Episodes of rules on devices, in the order of their times; `most` of them where a number is given, and within so many `bytes` of the store. */
export async function readEpisodes(
  samples: SamplesDb,
  rules: readonly JudgedRule[],
  {
    devices,
    standing,
    from,
    to,
    most,
    bytes,
  }: {
    devices: readonly RuleDevice[];
    standing: readonly number[];
    from: number;
    to: number;
    most?: number;
    bytes?: number;
  },
): Promise<Episode[]> {
  const limit = most === undefined ? '' : ` LIMIT ${most}`;
  const query = judgeSql(rules) + limit + endsAfter(LONGEST_QUERY_S, bytes);
  const columns = await samples.columns(query, { ...siteParams(devices), standing, from, to });
  const { device = [], rule = [], begin = [], raised = [], end = [], last = [] } = columns;
  const episodes = device.map((id, row): Episode => ({
    device: Number(id),
    rule: Number(rule[row]),
    begin: Number(begin[row]) * 1000,
    raised: Number(raised[row]) * 1000,
    end: Number(end[row]) * 1000,
    last: (Number(last[row]) + STEP_S) * 1000,
  }));
  return episodes.sort((a, b) => a.begin - b.begin);
}
