import type { CalendarEvent } from '@sunfleet/contract';
import type { Happening } from './happening.ts';

const SUBJECTS = 3;

/** Things of one kind on the same days are one event, so that a hundred devices that were added are not a hundred lines. The newest first. */
export function groupHappenings(all: readonly Happening[]): CalendarEvent[] {
  const groups = Map.groupBy(all, ({ kind, from, to, open }) => JSON.stringify([kind, from, to, open]));
  return [...groups.values()].map(eventOf).toSorted(newestFirst);
}

function eventOf(group: readonly Happening[]): CalendarEvent {
  const [first] = group as readonly [Happening, ...Happening[]];
  const times = group.flatMap(({ at }) => at ?? []);
  const subjects = new Set(group.flatMap(({ subject }) => subject ?? []));
  const people = new Set(group.map(({ by }) => by ?? null));
  return {
    kind: first.kind,
    from: first.from,
    to: first.to,
    open: first.open ?? false,
    at: times.length > 0 ? Math.min(...times) : null,
    count: group.length,
    subjects: [...subjects].slice(0, SUBJECTS),
    by: people.size === 1 ? (first.by ?? null) : null,
  };
}

const newestFirst = (a: CalendarEvent, b: CalendarEvent) =>
  b.from.localeCompare(a.from) || (b.at ?? 0) - (a.at ?? 0) || a.kind.localeCompare(b.kind);
