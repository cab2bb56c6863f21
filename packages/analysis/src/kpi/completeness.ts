import type { TimeRange } from '../time/local-days.ts';

/** `normal` from 95 %, `warning` from 70 %, below that `insufficient`: show no ratio. */
export type DataGrade = 'normal' | 'warning' | 'insufficient';

export interface Completeness {
  received: number;
  due: number;
  /** received / due, at most 1; null when nothing was due, as at night. */
  share: number | null;
  grade: DataGrade | null;
}

/**
 * Samples received against those due in a range, usually the daylight of a day. Times in epoch ms; several
 * samples within one step count once.
 */
export function completeness(times: ArrayLike<number>, range: TimeRange, stepMs: number): Completeness {
  const due = Math.max(0, Math.round((range.end - range.start) / stepMs));
  const steps = new Set<number>();
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? NaN;
    if (time >= range.start && time < range.end) steps.add(Math.floor((time - range.start) / stepMs));
  }
  const received = Math.min(due, steps.size);
  if (due === 0) return { received, due, share: null, grade: null };
  const share = received / due;
  return { received, due, share, grade: gradeOf(share) };
}

function gradeOf(share: number): DataGrade {
  if (share >= 0.95) return 'normal';
  return share >= 0.7 ? 'warning' : 'insufficient';
}
