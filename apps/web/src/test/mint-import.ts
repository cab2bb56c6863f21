import type { ImportRun } from '@sunfleet/contract';
import type { OutputOf } from '@sunfleet/api-client';

/** An import that went well. */
export function mintImportRun(changes: Partial<ImportRun> = {}): ImportRun {
  return {
    id: 5,
    fileName: 'plant.csv',
    station: { id: 1, name: 'Station 1' },
    state: 'done',
    rowsTotal: 2000,
    rowsDone: 2000,
    samples: 4000,
    errorCount: 0,
    errors: [],
    devices: ['INV01'],
    firstTime: Date.UTC(2025, 0, 1),
    lastTime: Date.UTC(2025, 11, 31),
    createdAt: Date.UTC(2026, 10, 21, 9),
    finishedAt: Date.UTC(2026, 10, 21, 9, 0, 8),
    message: null,
    undoableUntil: Date.UTC(2027, 1, 19),
    undo: null,
    timeZone: 'Europe/Madrid',
    columns: [{ column: 'P_AC (kW)', point: 'ac.power', scale: 1000, offset: 0 }],
    ...changes,
  };
}

/** What the server answers to an uploaded table of one inverter. */
export function mintPreview(changes: Partial<OutputOf<'previewImport'>> = {}): OutputOf<'previewImport'> {
  return {
    fileId: '0f8b1c7e-0000-4000-8000-000000000001',
    fileName: 'plant.csv',
    bytes: 40_000,
    rows: 2000,
    header: ['Time', 'P_AC (kW)', 'Note'],
    sample: [
      ['01/02/2025 10:00', '4.2', 'ok'],
      ['01/02/2025 10:05', '4.4', ''],
    ],
    ends: [
      ['01/02/2025 10:00', '4.2', 'ok'],
      ['30/06/2025 21:55', '0', ''],
    ],
    retention: { samplesDays: 400, samplesSince: Date.UTC(2024, 9, 1), meansDays: 0 },
    guess: {
      delimiter: ',',
      decimal: '.',
      encoding: 'utf-8',
      timeColumn: 'Time',
      timeFormat: 'DD/MM/YYYY HH:mm',
      columns: [{ column: 'P_AC (kW)', point: 'ac.power', scale: 1000, offset: 0 }],
    },
    ...changes,
  };
}
