import { wallClock, zoneOffset } from './zone.ts';

/** A moment on the wall clock of a zone with its offset, `2026-11-22T10:05:00+11:00`, which every program reads alike. */
export function isoWithOffset(time: number, zone: string): string {
  const minutes = Math.round(zoneOffset(time, zone) / 60_000);
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`;
  return `${new Date(wallClock(time, zone)).toISOString().slice(0, 19)}${offset}`;
}
