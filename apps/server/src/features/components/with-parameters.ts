import type { DesignVersion, InverterSheet, ModuleSheet } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { componentScope } from './component-scope.ts';
import { namedBy } from './name-components.ts';

type Module = NonNullable<DesignVersion['arrays'][number]['module']>;
type Inverter = NonNullable<DesignVersion['inverters'][number]['type']>;

/** What models go by beside the figures of a design: the single diode with A/K of its short circuit, and the curve of the inverter. */
interface Parameters {
  diode: (NonNullable<ModuleSheet['diode']> & { alphaSc: number }) | null;
  sandia: InverterSheet['sandia'];
}

/** Versions of a design as somebody sets them, and as they were before. */
interface Setting {
  versions: readonly DesignVersion[];
  before: readonly DesignVersion[];
}

/**
 * Versions as they are kept: modules and inverters of the library with the parameters of models that it has of them now, so that history is judged by what was there when its design was set. What
 * the actor does not find there any more keeps those that the design had: whoever was let go, or gave the station away, decides over nothing that is expected of it. No answer
 * shows them.
 */
export async function withParameters(
  trx: Transaction<Tables>,
  actor: Actor,
  { versions, before }: Setting,
): Promise<DesignVersion[]> {
  const ids = namedBy(versions);
  if (ids.size === 0) return [...versions];
  const rows = await trx
    .selectFrom('components')
    .select(['id', 'kind', 'sheet'])
    .where('id', 'in', [...ids])
    .where(componentScope(actor))
    .execute();
  const found = new Map(parametersIn(before));
  for (const { id, kind, sheet } of rows) found.set(id, parametersOf(kind, sheet));
  const moduleOf = (module: Module): Module & Pick<Parameters, 'diode'> => ({
    ...module,
    diode: found.get(module.componentId ?? 0)?.diode ?? null,
  });
  const inverterOf = (type: Inverter): Inverter & Pick<Parameters, 'sandia'> => ({
    ...type,
    sandia: found.get(type.componentId ?? 0)?.sandia ?? null,
  });
  return versions.map((version) => ({
    ...version,
    arrays: version.arrays.map((array) => ({ ...array, module: array.module && moduleOf(array.module) })),
    inverters: version.inverters.map((one) => ({ ...one, type: one.type && inverterOf(one.type) })),
  }));
}

function parametersOf(kind: 'module' | 'inverter', sheet: ModuleSheet | InverterSheet): Parameters {
  if (kind === 'inverter') return { diode: null, sandia: (sheet as InverterSheet).sandia };
  const { diode, alphaSc, iSc } = sheet as ModuleSheet;
  return { diode: diode && { ...diode, alphaSc: (alphaSc * iSc) / 100 }, sandia: null };
}

/** Those that a design has of what it names, by component. */
function parametersIn(versions: readonly DesignVersion[]): [number, Parameters][] {
  return versions.flatMap(({ arrays, inverters }) => [
    ...arrays.flatMap(({ module }) => keptOf(module)),
    ...inverters.flatMap(({ type }) => keptOf(type)),
  ]);
}

function keptOf(named: ((Module | Inverter) & Partial<Parameters>) | null): [number, Parameters][] {
  const { componentId = null, diode = null, sandia = null } = named ?? {};
  return componentId === null ? [] : [[componentId, { diode, sandia }]];
}
