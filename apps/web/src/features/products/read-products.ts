import { DEVICE_KINDS, type ProductInput, type Rule, WARRANTY_STARTS } from '@sunfleet/contract';
import { csvRecords } from '../../lib/csv-records.ts';
import { draftFaults, EMPTY_DRAFT, FIGURE_NAMES, inputOf, type ProductDraft } from './product-draft.ts';

/** What a table says of one product: to be added, or what is wrong with it. */
export interface FoundProduct {
  name: string;
  product: ProductInput | null;
  faults: readonly { field: string; rule: Rule }[];
}

/** Columns of the table, in the order of the template. */
const COLUMNS = [
  'manufacturer',
  'model',
  'kind',
  'profileId',
  ...FIGURE_NAMES,
  'protection',
  'warrantyMonths',
  'warrantyFrom',
  'warrantyText',
  'remark',
] as const;

const NEEDED = ['manufacturer', 'model', 'kind'];

/** The table without rows, to be filled in. */
export const templateText = (): string => `${COLUMNS.join(',')}\n`;

/** The products of a table, by the names of its columns in any order; null where the first row names too few of them. */
export function readProducts(text: string): FoundProduct[] | null {
  const [head = [], ...body] = csvRecords(text);
  const columns = head.map((name) => name.toLowerCase());
  if (!NEEDED.every((name) => columns.includes(name))) return null;
  return body.map((cells) => {
    const cell = (name: (typeof COLUMNS)[number]) => cells[columns.indexOf(name.toLowerCase())] ?? '';
    return found(cell);
  });
}

type Cell = (name: (typeof COLUMNS)[number]) => string;

function found(cell: Cell): FoundProduct {
  const kind = DEVICE_KINDS.find((known) => known === cell('kind').toLowerCase());
  const from = WARRANTY_STARTS.find((known) => known.toLowerCase() === cell('warrantyFrom').toLowerCase());
  const draft: ProductDraft = {
    ...EMPTY_DRAFT,
    manufacturer: cell('manufacturer'),
    model: cell('model'),
    kind: kind ?? EMPTY_DRAFT.kind,
    profileId: cell('profileId'),
    figures: Object.fromEntries(FIGURE_NAMES.map((name) => [name, cell(name)])),
    protection: cell('protection'),
    months: cell('warrantyMonths'),
    from: from ?? EMPTY_DRAFT.from,
    terms: cell('warrantyText'),
    remark: cell('remark'),
  };
  const faults = [...draftFaults(draft)].map(([field, rule]) => ({ field, rule }));
  if (!kind) faults.unshift({ field: 'kind', rule: 'deviceKindInvalid' });
  const name = `${draft.manufacturer} ${draft.model}`.trim();
  return { name, product: faults.length > 0 ? null : inputOf(draft), faults };
}
