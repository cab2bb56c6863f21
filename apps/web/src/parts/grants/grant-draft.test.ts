import { expect, test } from 'vitest';
import { draftProblems, grantBody, lastDayOf, latestDay, newDraft } from './grant-draft.ts';

const TODAY = '2026-11-21';
const ZONE = 'Europe/Madrid';
const draft = { ...newDraft(TODAY, [{ id: 4, name: 'Barn' }]), account: 'somebody' };

test('week, month and year end on the day before they would begin again', () => {
  expect(lastDayOf('week', TODAY)).toBe('2026-11-27');
  expect(lastDayOf('month', TODAY)).toBe('2026-12-20');
  expect(lastDayOf('year', TODAY)).toBe('2027-11-20');
  expect(lastDayOf('month', '2026-01-31')).toBe('2026-02-27');
  expect(latestDay(TODAY)).toBe('2031-11-20');
});

test('a draft lasts a year, looks only, and begins at once', () => {
  expect(draftProblems(draft, TODAY)).toEqual([]);
  expect(grantBody(draft, { today: TODAY, zone: ZONE, organisationId: null })).toEqual({
    object: { stationIds: [4] },
    to: { account: 'somebody' },
    role: 'viewer',
    endsAt: Date.parse('2027-11-21T00:00:00+01:00'),
  });
});

test('a later beginning is told, a whole organisation by its id', () => {
  const wide = { ...draft, what: 'organisation' as const, to: 'organisation' as const, code: ' ABC ' };
  const body = grantBody(
    { ...wide, role: 'operator', from: '2027-06-01', until: '2027-06-07' },
    { today: TODAY, zone: ZONE, organisationId: 9 },
  );
  expect(body).toEqual({
    object: { organisationId: 9 },
    to: { organisationCode: 'ABC' },
    role: 'operator',
    beginsAt: Date.parse('2027-06-01T00:00:00+02:00'),
    endsAt: Date.parse('2027-06-08T00:00:00+02:00'),
  });
});

test('tells what is missing and what lasts too long', () => {
  const empty = { ...draft, stations: [], account: ' ' };
  expect(draftProblems(empty, TODAY)).toEqual(['stations', 'account']);
  expect(draftProblems({ ...draft, to: 'organisation' }, TODAY)).toEqual(['code']);
  expect(draftProblems({ ...draft, until: '2031-11-21' }, TODAY)).toEqual(['period']);
  expect(draftProblems({ ...draft, until: '2026-11-20' }, TODAY)).toEqual(['period']);
  expect(draftProblems({ ...draft, from: '2026-11-20' }, TODAY)).toEqual(['period']);
});
