import type { FleetDevice } from '../fleet/index.ts';
import { silenceLimit, wakingTurns } from './device-status.ts';
import { lastOfChildren, sleeps, type StateBook } from './live-views.ts';

/**
 * When the view of a device changes by the time alone, epoch milliseconds: it falls silent, or the sun turns while it is silent. Infinity where it
 * stays as it is until something is heard of it. Whatever it says earlier than that costs no more than a look.
 */
export function nextChange(book: StateBook, device: FleetDevice, now: number): number {
  const state = book.device(device.id);
  if (!state) return Infinity;
  const silence = silenceLimit(state.interval);
  const heard =
    device.kind === 'logger'
      ? Math.max(state.lastDataAt, state.lastSeenAt, lastOfChildren(book, device))
      : state.lastDataAt;
  const silentFrom = [state.lastDataAt + silence + 1, heard + silence + 1, state.pastUntil + 1];
  const isSilent = now - heard > silence;
  const turns = isSilent && sleeps(book, device) ? turnsOver(book, device) : [];
  return [...silentFrom, ...turns].reduce((next, at) => (at > now && at < next ? at : next), Infinity);
}

function turnsOver(book: StateBook, { stationId }: FleetDevice): number[] {
  const sun = stationId === null ? undefined : book.station(stationId)?.sun;
  return sun ? [...wakingTurns(sun), sun.dayEnd] : [];
}
