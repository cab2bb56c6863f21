/** Every kind of job, with what it is given: JSON, because any server may do it, also after a restart. */
export interface JobKinds {
  'accounts.erase': NoDetails;
  'accounts.forget': NoDetails;
  'alarms.countLosses': NoDetails;
  'alarms.endShields': NoDetails;
  'changes.forget': NoDetails;
  'commands.end': NoDetails;
  'commands.forget': NoDetails;
  'devices.expire': NoDetails;
  'devices.forget': NoDetails;
  'devices.forgetImports': NoDetails;
  'devices.forgetWords': NoDetails;
  'devices.import': NoDetails;
  'expected.compute': NoDetails;
  'expected.learn': NoDetails;
  'files.remove': { names: readonly string[] };
  'firmware.forgetImages': NoDetails;
  'firmware.upgrade': NoDetails;
  'forecasts.make': NoDetails;
  'forecasts.measure': NoDetails;
  'grants.boundary': NoDetails;
  'grants.remind': NoDetails;
  'handOvers.expire': NoDetails;
  'imports.forget': { importId: number };
  'imports.forgetFiles': NoDetails;
  'imports.run': { importId: number };
  'imports.runLong': { importId: number };
  'imports.undo': { importId: number };
  'offers.tell': { grantId: number } | { handOverId: number };
  'outbox.deliver': NoDetails;
  'proposals.tell': { proposalId: number };
  'revenues.count': NoDetails;
  'runs.forget': NoDetails;
  'runs.work': NoDetails;
  'sims.alert': NoDetails;
  'sims.ask': NoDetails;
  'stations.createBatch': { batchId: number };
  'products.forgetFiles': NoDetails;
  'stations.expire': NoDetails;
  'stations.export': { exportId: number };
  'stations.forgetExports': NoDetails;
  'stations.forgetFiles': NoDetails;
  'stations.fold': NoDetails;
  'stations.place': NoDetails;
  'tasks.begin': NoDetails;
  'telemetry.count': NoDetails;
  'telemetry.recount': { stationId: number; from: string | null; again?: true };
  'telemetry.recut': { stationId: number; again?: true };
  'telemetry.retention': NoDetails;
}

export type JobKind = keyof JobKinds;
/** Kinds of which one job does what all that wait would do. */
export type GatheringKind =
  | 'alarms.countLosses'
  | 'devices.import'
  | 'expected.compute'
  | 'expected.learn'
  | 'revenues.count'
  | 'firmware.upgrade'
  | 'runs.work'
  | 'sims.ask'
  | 'stations.fold'
  | 'stations.place';
type NoDetails = Record<string, never>;

/** How jobs of a kind are repeated and watched. */
export interface JobRules {
  /** When one is added by itself, as cron in UTC. A time that passed while no server ran is made up for once. */
  cron?: string;
  /** Tries after the first one. */
  retries: number;
  /** Seconds before the second try; each further wait is twice as long, up to `longestDelay`. */
  retryDelay: number;
  longestDelay: number;
  /** Milliseconds that a server leaves between two of them: each looks at every station, and whoever edits one again and again asks for many. */
  restMs?: number;
  /** Seconds between two looks for jobs whose time has come; new jobs that are due are heard of at once. */
  pollSeconds: number;
}

const PATIENT = { retries: 5, retryDelay: 30, longestDelay: 600, pollSeconds: 60 };
const REST_MS = 2000;
/** A store may be away for a night; the job waits for it. */
const FOR_EVER = 1_000_000;

export const JOB_RULES: Readonly<Record<JobKind, JobRules>> = {
  'accounts.erase': { ...PATIENT, cron: '7 * * * *' },
  'accounts.forget': { ...PATIENT, cron: '29 * * * *' },
  'alarms.countLosses': { ...PATIENT, cron: '*/10 * * * *', restMs: REST_MS, pollSeconds: 5 },
  'alarms.endShields': { ...PATIENT, cron: '*/5 * * * *' },
  'changes.forget': { ...PATIENT, cron: '23 * * * *' },
  'commands.end': { ...PATIENT, cron: '* * * * *' },
  'commands.forget': { ...PATIENT, cron: '47 * * * *' },
  'devices.expire': { ...PATIENT, cron: '37 * * * *' },
  'devices.forget': { retries: FOR_EVER, retryDelay: 5, longestDelay: 600, pollSeconds: 60 },
  'devices.forgetImports': { ...PATIENT, cron: '43 * * * *' },
  'devices.forgetWords': { ...PATIENT, cron: '8-59/10 * * * *' },
  'devices.import': {
    retries: FOR_EVER,
    retryDelay: 1,
    longestDelay: 10,
    cron: '* * * * *',
    pollSeconds: 5,
  },
  'expected.compute': { ...PATIENT, cron: '*/10 * * * *', restMs: REST_MS, pollSeconds: 5 },
  'expected.learn': { ...PATIENT, cron: '13 * * * *', restMs: REST_MS, pollSeconds: 5 },
  'files.remove': { retries: FOR_EVER, retryDelay: 5, longestDelay: 600, pollSeconds: 60 },
  'firmware.forgetImages': { ...PATIENT, cron: '41 2 * * *' },
  'firmware.upgrade': {
    retries: FOR_EVER,
    retryDelay: 1,
    longestDelay: 10,
    cron: '* * * * *',
    pollSeconds: 5,
  },
  'forecasts.make': { ...PATIENT, cron: '9 * * * *' },
  'forecasts.measure': { ...PATIENT, cron: '39 * * * *' },
  'grants.boundary': { ...PATIENT, retryDelay: 1, pollSeconds: 5 },
  'grants.remind': { ...PATIENT, cron: '11 * * * *' },
  'handOvers.expire': { ...PATIENT, cron: '17 * * * *' },
  'imports.forget': { retries: FOR_EVER, retryDelay: 5, longestDelay: 600, pollSeconds: 60 },
  'imports.forgetFiles': { ...PATIENT, cron: '33 2 * * *' },
  'imports.run': { retries: FOR_EVER, retryDelay: 5, longestDelay: 60, pollSeconds: 15 },
  'imports.runLong': { retries: FOR_EVER, retryDelay: 5, longestDelay: 60, pollSeconds: 15 },
  'imports.undo': { retries: FOR_EVER, retryDelay: 5, longestDelay: 60, pollSeconds: 15 },
  'offers.tell': { ...PATIENT, pollSeconds: 15 },
  // Tried again once, at once: a server that was killed while it sent is no reason to wait for the next minute.
  'outbox.deliver': { retries: 1, retryDelay: 0, longestDelay: 0, cron: '* * * * *', pollSeconds: 15 },
  'proposals.tell': { ...PATIENT, retryDelay: 1, pollSeconds: 5 },
  'revenues.count': { ...PATIENT, cron: '*/10 * * * *', restMs: REST_MS },
  'runs.forget': { ...PATIENT, cron: '37 * * * *' },
  'runs.work': { retries: FOR_EVER, retryDelay: 1, longestDelay: 10, cron: '* * * * *', pollSeconds: 5 },
  'sims.alert': { ...PATIENT, cron: '3 * * * *' },
  'sims.ask': { ...PATIENT, cron: '*/10 * * * *', restMs: REST_MS, pollSeconds: 15 },
  'stations.createBatch': { retries: FOR_EVER, retryDelay: 5, longestDelay: 60, pollSeconds: 15 },
  'stations.expire': { ...PATIENT, cron: '33 * * * *' },
  'products.forgetFiles': { ...PATIENT, cron: '27 2 * * *' },
  'stations.export': { retries: FOR_EVER, retryDelay: 5, longestDelay: 60, pollSeconds: 5 },
  'stations.fold': { ...PATIENT, cron: '*/5 * * * *', restMs: REST_MS },
  'stations.forgetExports': { ...PATIENT, cron: '51 * * * *' },
  'stations.forgetFiles': { ...PATIENT, cron: '19 2 * * *' },
  'stations.place': { ...PATIENT, cron: '*/5 * * * *', restMs: REST_MS },
  // Jobs of each task come at its time; those of each minute find what was left.
  'tasks.begin': { ...PATIENT, retryDelay: 1, cron: '* * * * *', pollSeconds: 5 },
  'telemetry.count': { ...PATIENT, cron: '53 */4 * * *' },
  'telemetry.recount': { retries: FOR_EVER, retryDelay: 5, longestDelay: 600, pollSeconds: 15 },
  'telemetry.recut': { retries: FOR_EVER, retryDelay: 5, longestDelay: 600, pollSeconds: 15 },
  'telemetry.retention': { ...PATIENT, cron: '41 3 * * *' },
};

export const JOB_KINDS = Object.keys(JOB_RULES) as JobKind[];
/** Schema of PostgreSQL in which the library keeps its tables. */
export const JOBS_SCHEMA = 'jobs';
