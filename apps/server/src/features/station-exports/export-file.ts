import { randomUUID } from 'node:crypto';

/** Where files of exports are kept. */
export const FOLDER = 'station-exports';

/** Where a run writes the file of an export: each one elsewhere, because a server that stood still goes on beside the one that took its work. */
export const newExportFile = (id: number): string => `${FOLDER}/${id}-${randomUUID()}`;
