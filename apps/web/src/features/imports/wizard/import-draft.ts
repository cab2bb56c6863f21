import type { InputOf, OutputOf } from '@sunfleet/api-client';
import type { DeviceKind, ImportMapping } from '@sunfleet/contract';

export type Preview = OutputOf<'previewImport'>;

/** Which device the values of a row belong to: always the same, the one a column names, or one for each column. */
export const DEVICE_MODES = ['fixed', 'column', 'each'] as const;
export type DeviceMode = (typeof DEVICE_MODES)[number];

export interface ColumnDraft {
  /** Empty: not imported. */
  point: string;
  scale: number;
  offset: number;
  sn: string;
  /** Of a custom point of which nothing is said yet. */
  name: string;
  unit: string;
}

/** What has been chosen and typed so far; kept in the tab until the import is done. */
export interface ImportDraft {
  preview: Preview | null;
  station: { id: number; name: string; timeZone: string } | null;
  delimiter: ImportMapping['delimiter'];
  decimal: ImportMapping['decimal'];
  encoding: ImportMapping['encoding'];
  timeColumn: string;
  timeFormat: string;
  timeZone: string;
  deviceMode: DeviceMode;
  deviceColumn: string;
  sn: string;
  snPrefix: string;
  deviceKind: DeviceKind;
  /** By name of the column. */
  columns: Readonly<Record<string, ColumnDraft>>;
  nullTexts: readonly string[];
  onError: 'refuse' | 'skipRows';
  /** The import that was started with it. */
  runId: number | null;
}

export const NO_COLUMN: ColumnDraft = { point: '', scale: 1, offset: 0, sn: '', name: '', unit: '' };

export const EMPTY_DRAFT: ImportDraft = {
  preview: null,
  station: null,
  delimiter: ',',
  decimal: '.',
  encoding: 'utf-8',
  timeColumn: '',
  timeFormat: 'iso',
  timeZone: '',
  deviceMode: 'fixed',
  deviceColumn: '',
  sn: '',
  snPrefix: '',
  deviceKind: 'inverter',
  columns: {},
  nullTexts: [],
  onError: 'refuse',
  runId: null,
};

/** A draft from what the server read in the file. A station that was chosen before is kept. */
export function draftOf(preview: Preview, before: ImportDraft): ImportDraft {
  const { guess } = preview;
  const columns = (guess.columns ?? []).map(
    ({ column, point, scale, offset, sn = '', name = '', unit = '' }) =>
      [column, { point, scale, offset, sn, name, unit }] as const,
  );
  return {
    ...EMPTY_DRAFT,
    preview,
    station: before.station,
    delimiter: guess.delimiter ?? ',',
    decimal: guess.decimal ?? '.',
    encoding: guess.encoding ?? 'utf-8',
    timeColumn: guess.timeColumn ?? '',
    timeFormat: guess.timeFormat ?? 'iso',
    timeZone: guess.timeZone ?? before.station?.timeZone ?? '',
    deviceMode: modeOf(guess),
    deviceColumn: guess.deviceColumn ?? '',
    columns: Object.fromEntries(columns),
    nullTexts: guess.nullTexts ?? [],
  };
}

function modeOf({ deviceColumn, columns = [] }: Preview['guess']): DeviceMode {
  if (deviceColumn) return 'column';
  return columns.some(({ sn }) => sn) ? 'each' : 'fixed';
}

/** Columns that can carry values: all but those of time and device. */
export function valueColumns({ preview, timeColumn, deviceMode, deviceColumn }: ImportDraft): string[] {
  const device = deviceMode === 'column' ? deviceColumn : undefined;
  return (preview?.header ?? []).filter((name) => name !== timeColumn && name !== device);
}

/** Columns that are imported. */
export function chosenColumns(draft: ImportDraft): (ColumnDraft & { column: string })[] {
  return valueColumns(draft)
    .map((column) => ({ column, ...(draft.columns[column] ?? NO_COLUMN) }))
    .filter(({ point }) => point !== '');
}

/** The draft as the API takes it; only for one without problems. */
export function startInput(draft: ImportDraft): InputOf<'startImport'>['body'] {
  const { deviceMode, snPrefix, deviceColumn, sn } = draft;
  const { delimiter, decimal, encoding, timeColumn, timeFormat, timeZone, deviceKind, onError } = draft;
  return {
    fileId: draft.preview?.fileId ?? '',
    onError,
    mapping: {
      stationId: draft.station?.id ?? 0,
      delimiter,
      decimal,
      encoding,
      timeColumn,
      timeFormat: timeFormat.trim(),
      timeZone,
      deviceKind,
      snPrefix: snPrefix.trim(),
      nullTexts: [...draft.nullTexts],
      ...(deviceMode === 'column' ? { deviceColumn } : {}),
      ...(deviceMode === 'fixed' ? { sn: sn.trim() } : {}),
      columns: chosenColumns(draft).map(({ sn: own, name, unit, ...column }) => ({
        ...column,
        ...(name.trim() ? { name: name.trim() } : {}),
        ...(unit ? { unit } : {}),
        ...(deviceMode === 'each' ? { sn: own.trim() } : {}),
      })),
    },
  };
}
