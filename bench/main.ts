import { line, type Bench } from './figure.ts';

/** Benches in the order they run; each is loaded only when one of its figures is asked for. */
const BENCHES: readonly { names: readonly string[]; load: () => Promise<Bench> }[] = [
  {
    names: ['ingest.mqtt', 'ingest.influx', 'ingest.http', 'ingest.v5', 'ingest.rss'],
    load: async () => (await import('./ingest/ingest.ts')).ingestBench,
  },
  { names: ['ingest.tls'], load: async () => (await import('./ingest/ingest.ts')).tlsBench },
  { names: ['ingest.fsync'], load: async () => (await import('./ingest/ingest.ts')).fsyncBench },
  {
    names: ['query.day_curve.p50', 'query.day_curve.p99', 'query.fleet_power', 'query.latest'],
    load: async () => (await import('./query/query.ts')).queryBench,
  },
  { names: ['live.p99'], load: async () => (await import('./query/live.ts')).liveBench },
  {
    names: ['size.strings', 'size.plant22'],
    load: async () => (await import('./query/size.ts')).sizeBench,
  },
  {
    names: ['list.p95', 'list.loss.p95', 'list.filter.p95', 'list.paint', 'export.stations', 'export.rss'],
    load: async () => (await import('./lists/list-pages.ts')).listBench,
  },
  {
    names: ['devices.first', 'devices.ready', 'devices.list.p95', 'devices.middle.p95', 'devices.filter.p95'],
    load: async () => (await import('./devices/list-devices.ts')).deviceListBench,
  },
  {
    names: ['task.devices', 'task.failed', 'task.progress.p95', 'task.still'],
    load: async () => (await import('./devices/task.ts')).taskBench,
  },
  {
    names: ['overview.p95', 'overview.paint'],
    load: async () => (await import('./overview/overview.ts')).overviewBench,
  },
  { names: ['search.p95'], load: async () => (await import('./search/search.ts')).searchBench },
  {
    names: ['login.p95', 'login.burst.p95', 'login.hashing', 'access.added', 'access.list.p95'],
    load: async () => (await import('./access/access.ts')).accessBench,
  },
  {
    names: ['crowd.quick.p95', 'crowd.own.p95', 'crowd.answered'],
    load: async () => (await import('./crowd/crowd.ts')).crowdBench,
  },
  {
    names: ['years.own.p50', 'years.answered'],
    load: async () => (await import('./years/years.ts')).yearsBench,
  },
  {
    names: ['v5.connections', 'v5.rss', 'command.p95'],
    load: async () => (await import('./v5/connections.ts')).connectionsBench,
  },
  {
    names: ['stranger.dearest', 'stranger.limited.dearest'],
    load: async () => (await import('./strangers/strangers.ts')).strangersBench,
  },
  { names: ['answer.cut'], load: async () => (await import('./answer/cut.ts')).cutBench },
  { names: ['revenue.year'], load: async () => (await import('./answer/revenue.ts')).revenueBench },
  {
    names: ['kpi.year', 'kpi.inverters', 'losses.year'],
    load: async () => (await import('./year/year.ts')).yearBench,
  },
  { names: ['expected.fleet'], load: async () => (await import('./answer/expected.ts')).expectedBench },
  {
    names: ['alarms.engine', 'alarms.engine.bytes', 'alarms.history'],
    load: async () => (await import('./answer/alarm-rules.ts')).alarmRulesBench,
  },
  {
    names: ['alarms.latency'],
    load: async () => (await import('./alarms/latency.ts')).latencyBench,
  },
  {
    names: ['alarms.page'],
    load: async () => (await import('./alarms/alarm-page.ts')).alarmPageBench,
  },
  {
    names: ['alarms.quality'],
    load: async () => (await import('./alarms/quality.ts')).qualityBench,
  },
  { names: ['model.station_year'], load: async () => (await import('./answer/model.ts')).modelBench },
  {
    names: [
      'web.login',
      'web.login.requests',
      'web.login.time',
      'web.stations',
      'web.stations.requests',
      'web.stations.time',
      'web.click',
      'web.back',
    ],
    load: async () => (await import('./web/first-load.ts')).firstLoadBench,
  },
  {
    names: ['start.ready', 'idle.cpu', 'idle.rss'],
    load: async () => (await import('./start/demo.ts')).demoBench,
  },
  {
    names: [
      'growth.directory.bytes',
      'growth.alarms.bytes',
      'growth.rollUps.bytes',
      'growth.states.bytes',
      'growth.device.bytes',
      'growth.latest.bytes',
      'growth.start',
      'growth.look',
      'growth.rss',
    ],
    load: async () => (await import('./growth/growth.ts')).growthBench,
  },
  {
    names: ['many.mqtt', 'many.live.p99', 'many.command.p95', 'many.takeover'],
    load: async () => (await import('./many/many.ts')).manyBench,
  },
  {
    names: ['firmware.upgrades', 'firmware.unknown'],
    load: async () => (await import('./firmware/upgrades.ts')).upgradesBench,
  },
  {
    names: ['peers.sunfleet', 'peers.victoria-metrics', 'peers.influxdb'],
    load: async () => (await import('./ingest/peers.ts')).peersBench,
  },
];

/** Names or their beginnings (`ingest`); none means every figure. */
async function main(asked: readonly string[]): Promise<void> {
  const isAsked = (name: string) =>
    asked.length === 0 || asked.some((part) => name === part || name.startsWith(`${part}.`));
  const all = BENCHES.flatMap(({ names }) => names);
  const unknown = asked.filter((part) => !all.some((name) => name === part || name.startsWith(`${part}.`)));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
    process.exitCode = 1;
    return;
  }
  for (const { names, load } of BENCHES) {
    const wanted = new Set(names.filter(isAsked));
    if (wanted.size === 0) continue;
    const bench = await load();
    await bench.run(wanted, (figure) => console.log(line(figure)));
  }
}

await main(process.argv.slice(2));
