import { ivtools } from '@sunfleet/analysis/models';
import type { ComponentInput, ModuleSheet } from '@sunfleet/contract';

type Diode = NonNullable<ModuleSheet['diode']>;

/** The component as it is kept: names without white space around them, a module with the single diode that its data sheet fits. */
export function withDiode(component: ComponentInput): ComponentInput {
  const named = { manufacturer: component.manufacturer.trim(), model: component.model.trim() };
  if (component.kind === 'inverter') return { ...component, ...named };
  const { sheet } = component;
  const kept = sheet.diode?.source === 'given' ? sheet.diode : null;
  return { ...component, ...named, sheet: { ...sheet, diode: kept ?? fitDiode(sheet) } };
}

/** De Soto's parameters of a data sheet; without a number of cells, or where they do not converge, those of Batzelis; null where neither is possible. */
function fitDiode({ vOc, iSc, vMp, iMp, alphaSc, betaVoc, cellsInSeries }: ModuleSheet): Diode | null {
  const points = { vOc, iSc, vMp, iMp, alphaSc: (alphaSc * iSc) / 100, betaVoc: (betaVoc * vOc) / 100 };
  const deSoto = cellsInSeries === null ? null : fitDeSoto({ ...points, cellsInSeries });
  return deSoto ?? possible(ivtools.fitDesotoBatzelis(points), 'batzelis');
}

function fitDeSoto(input: Parameters<typeof ivtools.fitDesoto>[0]): Diode | null {
  try {
    return possible(ivtools.fitDesoto(input), 'deSoto');
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function possible(fit: ReturnType<typeof ivtools.fitDesoto>, source: Diode['source']): Diode | null {
  const { aRef, ILRef, IoRef, RshRef, Rs } = fit;
  const isPossible =
    [aRef, ILRef, IoRef, RshRef].every((value) => value > 0 && Number.isFinite(value)) && Rs >= 0;
  return isPossible ? { aRef, ILRef, IoRef, RshRef, Rs, adjust: 0, source } : null;
}
