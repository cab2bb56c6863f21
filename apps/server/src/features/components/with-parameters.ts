import type { DesignVersion, InverterSheet, ModuleSheet } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

type Module = NonNullable<DesignVersion['arrays'][number]['module']>;
type Inverter = NonNullable<DesignVersion['inverters'][number]['type']>;

/** What models go by beside the figures of a design: the single diode with A/K of its short circuit, and the curve of the inverter. */
interface Parameters {
  diode: (NonNullable<ModuleSheet['diode']> & { alphaSc: number }) | null;
  sandia: InverterSheet['sandia'];
}

/**
 * Versions as they are kept: modules and inverters of the library with the parameters of models that it has of them now, so that history is judged by what was there when its design was set. No answer
 * shows them.
 */
export async function withParameters(
  trx: Transaction<Tables>,
  versions: readonly DesignVersion[],
): Promise<DesignVersion[]> {
  const ids = versions.flatMap(({ arrays, inverters }) => [
    ...arrays.flatMap(({ module }) => module?.componentId ?? []),
    ...inverters.flatMap(({ type }) => type?.componentId ?? []),
  ]);
  if (ids.length === 0) return [...versions];
  const rows = await trx
    .selectFrom('components')
    .select(['id', 'kind', 'sheet'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const found = new Map(rows.map(({ id, kind, sheet }) => [id, parametersOf(kind, sheet)]));
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
