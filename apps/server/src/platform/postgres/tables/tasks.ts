import type { MISSED_POLICIES, Task, TaskRunState, TaskSchedule } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface TasksTable {
  id: Generated<number>;
  organisationId: number;
  userId: number | null;
  name: string;
  instructionSetId: number | null;
  setDigest: string | null;
  target: Json<Task['target']>;
  schedule: Json<TaskSchedule>;
  timeZone: string;
  beginWindow: Json<{ from: string; to: string }> | null;
  missed: (typeof MISSED_POLICIES)[number];
  concurrency: number;
  minutes: number;
  reason: string;
  suspended: Generated<boolean>;
  nextAt: Date | null;
  revision: Generated<number>;
  createdAt: Date;
}

interface TaskRunsTable {
  taskId: number;
  dueAt: Date;
  at: Date;
  state: TaskRunState;
  reason: string | null;
  runId: number | null;
}

export interface TasksTables {
  tasks: TasksTable;
  taskRuns: TaskRunsTable;
}
