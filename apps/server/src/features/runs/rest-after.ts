/** Looking for devices is a fifth of the time at most, however much waits: what it costs is paid by everybody who uses the database. */
const REST_OF_LOOK = 4;
/** Devices that are asked end soon and make room for the next, and people see each second how far a run is. */
const MOST_REST_MS = 700;

/** Milliseconds until the next look for devices of runs, after one that took so long, while so many are asked. */
export function restAfter(lookMs: number, active: number): number {
  const rest = lookMs * REST_OF_LOOK;
  return active > 0 ? Math.min(rest, MOST_REST_MS) : rest;
}
