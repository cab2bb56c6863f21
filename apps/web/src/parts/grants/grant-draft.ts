import { GRANT_LONGEST_YEARS, GRANT_USUAL_YEARS, type GrantRole } from '@sunfleet/contract';
import type { InputOf } from '@sunfleet/api-client';
import { addDays, startOfDay } from '../../lib/time/zone.ts';

/** What somebody fills in to authorise somebody else. Days are calendar days of the browser's zone, both included. */
export interface GrantDraft {
  what: 'stations' | 'organisation';
  stations: readonly { id: number; name: string }[];
  to: 'person' | 'organisation';
  account: string;
  code: string;
  role: GrantRole;
  from: string;
  until: string;
}

export type GrantProblem = 'stations' | 'account' | 'code' | 'period';

export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const addMonths = (day: string, months: number): string => {
  const date = new Date(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.toISOString().slice(0, 10);
};

/** Last day of a week, month or year that begins on `from`. */
export function lastDayOf(period: Period, from: string): string {
  if (period === 'week') return addDays(from, 6);
  return addDays(addMonths(from, period === 'month' ? 1 : 12 * GRANT_USUAL_YEARS), -1);
}

/** The latest day a grant may last that begins on `from`. */
export const latestDay = (from: string): string => addDays(addMonths(from, 12 * GRANT_LONGEST_YEARS), -1);

/** A draft for the named stations: to look on, from today for a year. */
export function newDraft(today: string, stations: GrantDraft['stations']): GrantDraft {
  return {
    what: 'stations',
    stations,
    to: 'person',
    account: '',
    code: '',
    role: 'viewer',
    from: today,
    until: lastDayOf('year', today),
  };
}

/** What is missing or wrong. */
export function draftProblems(draft: GrantDraft, today: string): readonly GrantProblem[] {
  const { what, stations, to, account, code, from, until } = draft;
  const problems: [GrantProblem, boolean][] = [
    ['stations', what === 'stations' && stations.length === 0],
    ['account', to === 'person' && account.trim() === ''],
    ['code', to === 'organisation' && code.trim() === ''],
    ['period', from < today || until < from || until > latestDay(from)],
  ];
  return problems.filter(([, wrong]) => wrong).map(([problem]) => problem);
}

interface BodyOptions {
  today: string;
  /** IANA zone that the days are meant in. */
  zone: string;
  /** The caller's organisation, for a grant on all of it. */
  organisationId: number | null;
}

/** The draft as the server takes it. A grant from today begins at once and ends with its last day. */
export function grantBody(draft: GrantDraft, options: BodyOptions): InputOf<'createGrant'>['body'] {
  const { what, stations, to, account, code, role, from, until } = draft;
  const { today, zone, organisationId } = options;
  return {
    object:
      what === 'organisation' && organisationId !== null
        ? { organisationId }
        : { stationIds: stations.map(({ id }) => id) },
    to: to === 'person' ? { account: account.trim() } : { organisationCode: code.trim() },
    role,
    ...(from > today ? { beginsAt: startOfDay(from, zone) } : {}),
    endsAt: startOfDay(addDays(until, 1), zone),
  };
}
