import { csvQuoted, harmlessText } from '@sunfleet/contract';
import { csvRecords } from '../../lib/csv-records.ts';
import { type ArrayDraft, EMPTY_ARRAY, type VersionDraft } from './design-draft.ts';
import { EMPTY_INVERTER, INVERTER_FIGURES, type InputDraft, type InverterDraft } from './inverter-draft.ts';
import { readHorizon } from './read-horizon.ts';

/** What a line of the file tells. The first line of a version is the `version` itself. */
const PARTS = ['version', 'array', 'inverter', 'input', 'horizon'] as const;
type Part = (typeof PARTS)[number];

const OF_ARRAY = [
  'name',
  'tilt',
  'azimuth',
  'model',
  'power',
  'coefficient',
  'quantity',
  'series',
  'share',
  'height',
  'spacing',
  'slant',
  'albedo',
  'bifacial',
] as const satisfies readonly (keyof ArrayDraft)[];
const OF_INVERTER = ['name', 'model', ...INVERTER_FIGURES] as const;
const OF_INPUT = ['mppt', 'input', 'array', 'strings'] as const satisfies readonly (keyof InputDraft)[];
const OF_VERSION = ['from', 'coldest', 'hottest'] as const satisfies readonly (keyof VersionDraft)[];

/** Every column, by the names of the fields of `PUT /stations/:id/design` where they are fields of it. */
const COLUMNS = [...new Set(['part', ...OF_VERSION, ...OF_ARRAY, ...OF_INVERTER, ...OF_INPUT, 'elevation'])];

type Row = Readonly<Record<string, string>>;

/** A whole design as a file: a line a version, array, inverter, input and direction of the horizon. */
export function designCsv(versions: readonly VersionDraft[]): string {
  const rows = versions.flatMap((version): Row[] => [
    { part: 'version', ...pick(version, OF_VERSION) },
    ...version.arrays.map((array) => ({ part: 'array', ...pick(array, OF_ARRAY), ...without(array) })),
    ...version.inverters.flatMap((inverter) => [
      { part: 'inverter', ...pick(inverter, OF_INVERTER) },
      ...inverter.inputs.map((input) => ({ part: 'input', ...pick(input, OF_INPUT) })),
    ]),
    ...readHorizon(version.horizon).points.map(({ azimuth, elevation }) => ({
      part: 'horizon',
      azimuth: String(azimuth),
      elevation: String(elevation),
    })),
  ]);
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column] ?? '')).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** Fields of the way that an array is not told by. */
const without = ({ by }: ArrayDraft): Row =>
  by === 'share' ? { model: '', power: '', coefficient: '', quantity: '', series: '' } : { share: '' };

const cell = (text: string) => csvQuoted(/^-?[\d.,]+$/.test(text) ? text : harmlessText(text));

function pick<Field extends string>(from: Readonly<Record<Field, string>>, fields: readonly Field[]): Row {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/** What was read, or why not: the line, and what is wrong with it. */
export type ReadDesign =
  | { versions: VersionDraft[] }
  | { line: number; wrong: 'noHead' | 'column' | 'part' | 'noVersion' | 'noInverter'; text: string };

/**
 * Reads a file as `designCsv` writes it, in any order of columns; a column that nobody knows is wrong, one that is missing is empty. What the library
 * tells of a module or inverter of `known` by its name is kept. Whether the figures are right is judged by the form.
 */
export function readDesignCsv(text: string, known: readonly VersionDraft[]): ReadDesign {
  const [head = [], ...records] = csvRecords(text);
  if (!head.includes('part')) return { line: 1, wrong: 'noHead', text: head[0] ?? '' };
  const strange = head.find((column) => !COLUMNS.includes(column));
  if (strange !== undefined) return { line: 1, wrong: 'column', text: strange };
  const versions: VersionDraft[] = [];
  for (const [index, record] of records.entries()) {
    const row = Object.fromEntries(head.map((column, at) => [column, plain(record[at] ?? '')]));
    const part = PARTS.find((one) => one === row['part']);
    const line = index + 2;
    if (!part) return { line, wrong: 'part', text: row['part'] ?? '' };
    const version = part === 'version' ? undefined : versions.at(-1);
    if (part === 'version') versions.push({ ...EMPTY_VERSION, ...pickFrom(row, OF_VERSION) });
    else if (!version) return { line, wrong: 'noVersion', text: part };
    else if (part === 'input' && version.inverters.length === 0)
      return { line, wrong: 'noInverter', text: part };
    else versions[versions.length - 1] = withPart(version, { part, row, known });
  }
  return { versions };
}

const EMPTY_VERSION: VersionDraft = {
  from: '',
  arrays: [],
  inverters: [],
  coldest: '',
  hottest: '',
  horizon: '',
};

interface ReadPart {
  part: Exclude<Part, 'version'>;
  row: Row;
  known: readonly VersionDraft[];
}

function withPart(version: VersionDraft, { part, row, known }: ReadPart): VersionDraft {
  const { arrays, inverters, horizon } = version;
  switch (part) {
    case 'array':
      return { ...version, arrays: [...arrays, arrayFrom(row, known)] };
    case 'inverter':
      return { ...version, inverters: [...inverters, inverterFrom(row, known)] };
    case 'input': {
      const last = inverters.at(-1)!;
      const input = pickFrom(row, OF_INPUT) as unknown as InputDraft;
      return {
        ...version,
        inverters: [...inverters.slice(0, -1), { ...last, inputs: [...last.inputs, input] }],
      };
    }
    case 'horizon': {
      const line = `${row['azimuth'] ?? ''}; ${row['elevation'] ?? ''}`;
      return { ...version, horizon: horizon === '' ? line : `${horizon}\n${line}` };
    }
  }
}

function arrayFrom(row: Row, known: readonly VersionDraft[]): ArrayDraft {
  const array = { ...EMPTY_ARRAY, ...pickFrom(row, OF_ARRAY) };
  const by = array.share === '' ? 'modules' : 'share';
  const same = known
    .flatMap(({ arrays }) => arrays)
    .find(({ model }) => model !== '' && model === array.model);
  return { ...array, by, componentId: same?.componentId ?? null, electrics: same?.electrics ?? null };
}

function inverterFrom(row: Row, known: readonly VersionDraft[]): InverterDraft {
  const inverter = { ...EMPTY_INVERTER, ...pickFrom(row, OF_INVERTER) };
  const same = known
    .flatMap(({ inverters }) => inverters)
    .find(({ model }) => model !== '' && model === inverter.model);
  return { ...inverter, componentId: same?.componentId ?? null };
}

const pickFrom = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? '']));

/** A cell without the mark that keeps spreadsheets from taking it for a formula. */
const plain = (text: string) => text.replace(/^'(?=[=+\-@'\t])/, '');
