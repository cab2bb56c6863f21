// Words of tasks, as plain data like `words.ts`.

/** How far a task is. `waiting`: to be executed; `finished`: nothing of it will begin. */
export const TASK_STATES = ['waiting', 'executing', 'suspended', 'finished'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** When a task begins. */
export const TASK_SCHEDULES = ['now', 'once', 'daily', 'weekly', 'cron'] as const;

/** What happens to a run whose time passed while no server was there: nothing, or one run for all that were missed. */
export const MISSED_POLICIES = ['skip', 'run'] as const;

/** What became of a time at which a task was due. `missed`: too late; `busy`: the run before was not over; `failed`: it could not begin. */
export const TASK_RUN_STATES = ['started', 'missed', 'busy', 'failed'] as const;
export type TaskRunState = (typeof TASK_RUN_STATES)[number];
