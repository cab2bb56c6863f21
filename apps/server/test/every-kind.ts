import { RUN_KINDS, type RunKind } from '@sunfleet/contract';
import type { RunScript } from '../src/features/runs/index.ts';

/** The same script for runs of every kind. */
export const everyKind = (script: RunScript) =>
  Object.fromEntries(RUN_KINDS.map((kind) => [kind, script])) as Record<RunKind, RunScript>;
