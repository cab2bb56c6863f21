import {
  componentFaults,
  type ComponentInput,
  type InverterSheet,
  inverterSheet,
  type ModuleSheet,
  moduleSheet,
  type Rule,
} from '@sunfleet/contract';

/** What a file says of one component: to be added, or what is wrong with it. */
export interface FoundComponent {
  name: string;
  component: ComponentInput | null;
  /** Fields that break a rule, by the name of the field. */
  faults: readonly { field: string; rule: Rule }[];
}

interface Naming {
  manufacturer: string;
  model: string;
}

const KEPT = 6;
/** Figures of files have more digits than measurements. */
const known = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(KEPT)) : null);

type Figures<Sheet> = { [Field in keyof Sheet]?: Sheet[Field] | number | null };

export const foundModule = (named: Naming, sheet: Figures<ModuleSheet>): FoundComponent =>
  found({ ...named, kind: 'module' }, moduleSheet, sheet);

export const foundInverter = (named: Naming, sheet: Figures<InverterSheet>): FoundComponent =>
  found({ ...named, kind: 'inverter' }, inverterSheet, sheet);

/** Judges what was read by the rules that the server asks again. */
function found(
  named: Naming & { kind: 'module' | 'inverter' },
  schema: typeof moduleSheet | typeof inverterSheet,
  figures: object,
): FoundComponent {
  const name = `${named.manufacturer} ${named.model}`.trim();
  const values = Object.fromEntries(
    Object.entries(figures).map(([field, value]) => [
      field,
      typeof value === 'number' ? known(value) : value,
    ]),
  );
  const read = schema.safeParse(values);
  const faults = (read.error?.issues ?? []).map(({ path, message }) => ({
    field: String(path[0]),
    rule: ruleOf(message),
  }));
  if (named.manufacturer.trim() === '') faults.push({ field: 'manufacturer', rule: 'manufacturerEmpty' });
  if (named.model.trim() === '') faults.push({ field: 'model', rule: 'nameEmpty' });
  if (!read.success || faults.length > 0) return { name, component: null, faults };
  const component = { ...named, sheet: read.data } as ComponentInput;
  const between = componentFaults(component).map(({ path, rule }) => ({ field: path, rule }));
  return { name, component: between.length > 0 ? null : component, faults: between };
}

/** Issues of the product's rules carry them as their message; any other is a figure that is not there. */
const ruleOf = (message: string): Rule => (/^[a-z]\w*$/i.test(message) ? (message as Rule) : 'figureMissing');
